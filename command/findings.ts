export type Level = 'ok' | 'warning' | 'fault';

/** Adds one finding. `key`: the key of the profile; `text`: the finding, and what to do. */
export type Report = (level: Level, key: string, text: string) => void;
