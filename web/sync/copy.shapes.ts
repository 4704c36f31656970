import * as Type from 'typebox';

import { TaskListResponse } from '../../contract/task.ts';
import { shapeOf } from '../device/shape.ts';

export const keptList = shapeOf(
  Type.Object({ owner: Type.String(), atMs: Type.Number(), tasks: TaskListResponse }),
);
