// Rules of invitations to an account.

/** Mails of an organisation within an hour. */
export const perHour = 2000
/** Days for which a link works, and after which nobody is sent another one for it. */
export const days = 7
export const renewableDays = 30
/** Tries to send a mail, together most of a day; minutes after the first one that fails, doubling, at most so many. */
export const mostTries = 24
export const pauseMinutes = { first: 2, most: 60 }
