import type { TSchema } from 'typebox';

import { AuthProviderResponse, AuthProvidersResponse, CurrentUserResponse } from './auth.ts';
import { Problem } from './problem.ts';
import { TaskCreateRequest, TaskListResponse, TaskResponse, TaskUpdateRequest } from './task.ts';

/** The schemas that are published at /api/schemas/<Name>.json, by name. */
export const publishedSchemas: Readonly<Record<string, TSchema>> = {
  AuthProviderResponse,
  AuthProvidersResponse,
  CurrentUserResponse,
  Problem,
  TaskCreateRequest,
  TaskListResponse,
  TaskResponse,
  TaskUpdateRequest,
};
