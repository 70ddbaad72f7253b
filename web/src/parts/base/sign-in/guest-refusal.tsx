// Refusals to a guest: those after which signing in may help.
import { useContext } from 'react'
import { Navigate } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { GuestReads } from '../../../session/guest-reads.ts'
import { signInAddress } from '../../../session/session.ts'
import { Refused } from '../errors/refused.tsx'

/** Refusals that a guest is told as they are: signing in does not help, or only work does. */
const told = ['activity.notStarted', 'activity.ended', 'activity.locked']

/** The course is not open to guests, or nothing that guests may see stands at the address. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof CallFailed && [400, 401, 403, 404].includes(error.status) && !told.includes(error.problem.code)

/** In the place of what is refused: the way to the sign-in, from which the address may lead further, or for who is signed in the refusal. */
export function GuestRefused({ error }: { error: unknown }) {
  const signedIn = useContext(GuestReads)
  return signedIn ? <Refused error={error instanceof CallFailed ? error : undefined} /> : <Navigate to={signInAddress()} replace />
}
