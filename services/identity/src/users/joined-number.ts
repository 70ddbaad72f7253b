// The source of the external id that is the number of a guest, whose account keeps the one of its own organisation.
export const joinedNumber = 'user_no'
