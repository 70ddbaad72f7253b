import { userActionCalls } from './user-actions/api.ts'

export const contracts = { ...userActionCalls }
