// The call of the list of sign-ins.
import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const SignInHow = oneOf('password', 'one_click')
export type SignInHow = Static<typeof SignInHow>
export const signInOutcomes = ['signed_in', 'wrong', 'suspended'] as const
export const SignInOutcome = oneOf(...signInOutcomes)
export type SignInOutcome = Static<typeof SignInOutcome>

export const NotedSignIn = Type.Object({
  id: Type.String(),
  at: Time,
  person: nullable(
    Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() }, { description: 'null: no account has the login' }),
  ),
  how: SignInHow,
  outcome: SignInOutcome,
  address: Type.String(),
  agent: Type.String({ description: 'the browser as it calls itself' }),
})
export type NotedSignIn = Static<typeof NotedSignIn>

export const SignInQuery = pageQuery({
  person_id: Type.Optional(Id),
  outcome: Type.Optional(SignInOutcome),
  q: Type.Optional(Type.String({ maxLength: 100, description: 'a part of a name or user number, or a whole address' })),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type SignInQuery = Static<typeof SignInQuery>

export const signInCalls = calls({
  'GET /api/management/sign-ins': {
    summary: 'Sign-ins to the organisation and refused ones of 90 days, the newest first; of at most 10,000',
    may: 'audit.read',
    management: true,
    query: SignInQuery,
    reply: paged(NotedSignIn),
    errors: ['authCode.needed'],
  },
})
