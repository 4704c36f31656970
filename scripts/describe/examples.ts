import { hash } from 'node:crypto';

import type {
  AuthProviderResponse,
  AuthProvidersResponse,
  CurrentUserResponse,
  LogoutResponse,
} from '../../contract/auth.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { FieldFault, ProblemBody, ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';
import type { TaskCreateRequest, TaskListResponse, TaskResponse } from '../../contract/task.ts';
import { Problem, problemBody } from '../../server/http/problems.ts';

const fields: TaskCreateRequest = {
  description: 'Water the plants',
  dueDate: '2999-12-31',
  importance: 'MEDIUM',
  state: 'TODO',
};
const task: TaskResponse = { id: 7, ...fields };
const tasks: TaskListResponse = [task];
const user: CurrentUserResponse = {
  email: 'ada@example.com',
  name: 'Ada Byron',
  pictureUrl: 'https://people.example.com/ada.png',
};
const provider: AuthProviderResponse = {
  id: 'example',
  label: 'Example account',
  available: true,
  loginUrl: endpoints.login.path,
  issuer: 'https://idp.example.com',
};
const providers: AuthProvidersResponse = { enabled: true, providers: [provider] };

const logout: LogoutResponse = { location: 'https://idp.example.com/logout?client_id=dueline' };

const blank: FieldFault = {
  pointer: '/description',
  code: 'blank',
  detail: 'must contain at least one character that is not whitespace',
};
const faults: readonly FieldFault[] = [
  blank,
  { pointer: '/dueDate', code: 'required', detail: 'is missing' },
];

/** One value of each published schema, by name. */
export const schemaExamples: Readonly<Record<string, unknown>> = {
  AuthProviderResponse: provider,
  AuthProvidersResponse: providers,
  CurrentUserResponse: user,
  FieldFault: blank,
  LogoutResponse: logout,
  Problem: bodyOf('task_not_found'),
  TaskCreateRequest: fields,
  TaskImportance: fields.importance,
  TaskListResponse: tasks,
  TaskResponse: task,
  TaskState: fields.state,
  TaskUpdateRequest: fields,
};

/** One value of each request header, by name. */
export const headerExamples: Readonly<Record<string, string>> = {
  'Expected-User': hash('sha256', user.email, 'base64url'),
  'Idempotency-Key': '0d8ee2a6-plants',
  'Time-Zone': 'Europe/Zurich',
};

/** A problem as the service itself makes it. */
export const problemExample = (code: ProblemCode) => ({
  summary: problemKinds[code].title,
  value: bodyOf(code),
});

function bodyOf(code: ProblemCode): ProblemBody {
  const problem = new Problem(code, code === 'validation_failed' ? { errors: faults } : {});
  return problemBody(problem, '6f1f2a52-6d0c-4a5e-8f0b-3f6f2f1f0a11');
}
