import type { Endpoint } from '../../contract/endpoints.ts';
import { expectedUser } from '../../contract/endpoints.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { refusalsOfPeople } from '../../contract/problem.ts';

/** Every code that an endpoint can respond with: its own, and those of its access, method, path, headers and bodies. */
export function errorsOf(row: Endpoint): readonly ProblemCode[] {
  const { access, method, path, headers = [], body, success, errors } = row;
  return [
    ...new Set([
      ...errors,
      ...ofAnyRequest,
      ...(access === 'session' ? ofSessions : []),
      // Endpoints that act for a person; login and logout do not check the person.
      ...(headers.includes(expectedUser) ? ofPeople : []),
      ...(method === 'GET' ? [] : ofWrites),
      ...(path.includes('{id}') ? ofIds : []),
      ...(body === undefined ? [] : ofBodies),
      ...(success.schema === undefined ? [] : (['not_acceptable'] as const)),
    ]),
  ];
}

const ofAnyRequest = [
  'bad_request',
  'host_not_allowed',
  'request_timeout',
  'uri_too_long',
  'too_many_requests',
  'headers_too_large',
  'internal',
] as const;
const ofSessions = [
  'sign_in_needed',
  'provider_unavailable',
  'store_unavailable',
  'overloaded',
] as const;
const ofPeople = ['not_authorized', ...refusalsOfPeople, 'another_user'] as const;
const ofWrites = ['cross_site', 'body_not_json', 'body_too_large', 'body_not_json_type'] as const;
const ofIds = ['id_not_integer', 'task_not_found'] as const;
const ofBodies = ['validation_failed'] as const;
