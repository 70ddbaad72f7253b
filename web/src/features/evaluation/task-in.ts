// The task that an address of evaluation names: redirect=task/{id}/detail (spec §2.1).

export const taskIn = (redirect: string | null): string | undefined => /^\/?task\/([^/]+)(\/detail)?\/?$/.exec(redirect ?? '')?.[1]
