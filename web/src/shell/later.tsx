// The parts of the frame that begin once the page has settled: prompts about the account, and the check for a new release.
import { lazy, Suspense } from 'react'
import { useDuePrompt } from '../account/due-prompt.ts'
import { texts } from '../i18n.ts'
import { useReleaseCheck } from './release-check.ts'

const Prompts = lazy(async () => (await Promise.all([import('../account/prompts.tsx'), texts('account')]))[0])

export function ReleaseCheck() {
  useReleaseCheck()
  return null
}

export function Later() {
  useReleaseCheck()
  const due = useDuePrompt()
  return <Suspense>{due && <Prompts due={due} />}</Suspense>
}
