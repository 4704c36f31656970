/** One line of check-config. `key`: of the profile; `text`: what is so, and what to do. */
export type Finding = Readonly<{ level: 'ok' | 'warning' | 'fault'; key: string; text: string }>;

export const ok = (key: string, text: string): Finding => ({ level: 'ok', key, text });
export const warning = (key: string, text: string): Finding => ({ level: 'warning', key, text });
export const fault = (key: string, text: string): Finding => ({ level: 'fault', key, text });
