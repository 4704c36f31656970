import type { Send } from './call.ts';

/**
 * Names in every call whom the page means, by the hash of the email, so that the service refuses it where somebody else has
 * signed in meanwhile. Browsers hash only on pages that came securely; elsewhere nobody is named.
 */
export function sendFor(owner: string, send: Send): Send {
  const naming = 'subtle' in crypto ? hashOf(owner) : null;
  return async (call) => {
    if (naming === null) return send(call);
    return send({ ...call, headers: { ...call.headers, 'Expected-User': await naming } });
  };
}

/** SHA-256 in base64url without padding. */
async function hashOf(email: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}
