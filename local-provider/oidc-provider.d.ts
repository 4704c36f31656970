// The types of the modules of oidc-provider that are imported one by one. The package's own index writes a warning to the console
// under a Node that is not a long-term release, as that for Apple silicon.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export import SessionNotFound = errors.SessionNotFound;
}
declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';
  export import base = interactionPolicy.base;
}
