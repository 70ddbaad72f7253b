// A guest's view of a course for somebody with a session: who simulates a visitor, and who is no member of a course that is open to guests.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { guestCourse, GuestReads } from '../../../session/guest-reads.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { needsSignIn } from '../../base/sign-in/guest-refusal.tsx'

/** `children` where the course is open to guests, else `otherwise`. */
export default function GuestView({ course, otherwise, children }: { course: string; otherwise: ReactNode; children: ReactNode }) {
  const { data, error } = useQuery(guestCourse(course))
  const waiting = <SkeletonRows rows={6} className="m-6 max-w-[772px] max-tablet:m-4" />
  if (error && (!data || needsSignIn(error))) return otherwise
  if (!data) return waiting
  return (
    <GuestReads value={true}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </GuestReads>
  )
}
