// Operators of the installation, as SQL. Their rights reach every organisation, so nobody else changes the way into their account.

/** Whether person `p` is one. */
export const isOperatorSql = (p: string): string => `exists (select from operators a where a.person_id = ${p}.id)`
