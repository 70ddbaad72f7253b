// Active memberships, as SQL: those that are not suspended and have not ended. Whoever has no other may do nothing.

/** Whether membership `m` is active at this moment. A job marks those that have ended, within a minute (users/states.ts). */
export const activeSql = (m: string): string => `(${m}.state = 'active' and (${m}.until is null or ${m}.until > now()))`
