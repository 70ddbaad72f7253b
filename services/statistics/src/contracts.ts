// The calls of statistics, by feature.
import { userActionCalls } from './user-actions/api.ts'

export const contracts = { ...userActionCalls }
