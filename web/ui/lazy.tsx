import { createElement } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ComponentType, FunctionComponent } from 'preact';

import { useWords } from './page-context.ts';
import { Panel } from './panel.tsx';

/** A component whose code comes when it is first drawn. Nothing is shown until then; a file that does not come is told. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let known: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [part, setPart] = useState(() => known);
    const [missing, setMissing] = useState(false);
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (component) => {
          known = component;
          setPart(() => component);
        },
        () => setMissing(true),
      );
    }, []);
    if (missing) return <Missing />;
    return part && createElement(part, props);
  };
}

/** Browsers remember a module that did not come, so that only a new page asks again. */
function Missing() {
  const { fault, reload } = useWords();
  return <Panel role="alert" {...fault.offline} action={reload} onAction={() => location.reload()} />;
}
