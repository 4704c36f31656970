import * as Type from 'typebox';

import { TaskResponse } from '../../contract/task.ts';
import { Fault } from '../api/fault.ts';
import { Write } from './writes.ts';

/** What can happen to the queue of unsent changes, in whichever tab. A schema, because the tabs tell each other. */
export const QueueEvent = Type.Union([
  Type.Object({ kind: Type.Literal('wrote'), write: Write }),
  Type.Object({
    kind: Type.Enum(['sending', 'unreached', 'unsent', 'release', 'retry', 'discard']),
    key: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('accepted'),
    key: Type.String(),
    task: Type.Union([TaskResponse, Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('refused'), key: Type.String(), fault: Fault }),
  Type.Object({ kind: Type.Literal('reconnect') }),
  Type.Object({ kind: Type.Literal('offered'), writes: Type.Array(Write) }),
  Type.Object({ kind: Type.Literal('offer-taken') }),
]);
export type QueueEvent = Type.Static<typeof QueueEvent>;
