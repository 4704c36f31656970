/** Who a session belongs to. `email` owns the tasks; name and picture live only as long as the session. */
export type Identity = Readonly<{ email: string; name: string | null; pictureUrl: string | null }>;
