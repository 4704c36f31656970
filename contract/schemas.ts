import type { TSchema } from 'typebox';

import {
  AuthProviderResponse,
  AuthProvidersResponse,
  CurrentUserResponse,
  LogoutResponse,
} from './auth.ts';
import { FieldFault, Problem } from './problem.ts';
import {
  TaskCreateRequest,
  TaskImportance,
  TaskListResponse,
  TaskResponse,
  TaskState,
  TaskUpdateRequest,
} from './task.ts';

/** The schemas that are published at /api/schemas/<Name>.json, by name. */
export const publishedSchemas: Readonly<Record<string, TSchema>> = {
  AuthProviderResponse,
  AuthProvidersResponse,
  CurrentUserResponse,
  FieldFault,
  LogoutResponse,
  Problem,
  TaskCreateRequest,
  TaskImportance,
  TaskListResponse,
  TaskResponse,
  TaskState,
  TaskUpdateRequest,
};
