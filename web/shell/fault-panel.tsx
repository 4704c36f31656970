import { isUnrenewed } from '../service/fault.ts';
import type { Fault } from '../service/fault.ts';
import { loginPath } from '../service/service.shapes.ts';
import { SignOut } from '../session/sign-out.tsx';
import { useWords } from '../ui/page-context.ts';
import { Panel } from '../ui/panel.tsx';

type Props = { fault: Fault; isAlone?: boolean; onRetry: () => void; onLeave: () => void };

/** Why the service did not bring what the page needs, and what helps. `isAlone` is for a page that shows nothing else. */
export function FaultPanel({ fault, isAlone = false, onRetry, onLeave }: Props) {
  const { fault: texts, offline, unrenewed, retry, reload } = useWords();
  const details =
    fault.kind === 'mismatch'
      ? texts.details(fault.request, fault.schema, fault.path)
      : fault.kind === 'refused' && fault.requestId !== null
        ? texts.requestId(fault.requestId)
        : null;
  const panel = { role: 'alert', level: isAlone ? 1 : 2, details } as const;
  if (isUnrenewed(fault)) {
    const text = isAlone ? unrenewed.text : `${unrenewed.text} ${unrenewed.kept}`;
    return (
      <Panel {...panel} title={unrenewed.title} text={text}>
        <a class="button primary" href={loginPath}>
          {unrenewed.signIn}
        </a>
        <button type="button" class="button" onClick={onRetry}>
          {retry}
        </button>
        <SignOut class="button" onLeave={onLeave} />
      </Panel>
    );
  }
  const { title, text } = texts[fault.kind === 'expired' ? 'refused' : fault.kind];
  if (fault.kind !== 'mismatch' || isAlone)
    return <Panel {...panel} title={title} text={text} action={retry} onAction={onRetry} />;
  const readOnly = `${text} ${offline.readOnly}`;
  return (
    <Panel {...panel} title={title} text={readOnly} action={reload} onAction={() => location.reload()} />
  );
}
