import { organisationCalls } from './organisations/api.ts'
import { personCalls } from './persons/api.ts'
import { sessionCalls } from './sessions/api.ts'

export const contracts = { ...sessionCalls, ...personCalls, ...organisationCalls }
