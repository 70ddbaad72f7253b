// The test of an account at a provider of meetings, step by step, for whoever sets it up.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, tooMany } from '@lyceum/kit/calls/errors'
import type { Deps } from '../../deps.ts'
import { ProviderFailed } from '../providers/asking.ts'
import { madeMeetings } from '../providers/providers.ts'
import type { MadeProvider } from '../shapes.ts'
import { accountAt } from './accounts.ts'
import type { TriedStep } from './api.ts'

/** Tests of one organisation in ten minutes: each reaches another server. */
const most = 20

/** 409 meeting.providerOff where no account is kept, 429 after twenty tests in ten minutes. */
export async function tryAccount(deps: Deps, { org }: Actor, provider: MadeProvider): Promise<{ steps: TriedStep[] }> {
  const at = await accountAt(deps.db, deps, org, provider, { off: true })
  if (!at) throw conflict('meeting.providerOff')
  if ((await deps.kv.incr(`meeting-provider-test:${org}`, 600)) > most) throw tooMany(600)
  const steps: TriedStep[] = []
  for (const [step, tried] of Object.entries(madeMeetings(provider).steps)) {
    const error = await tried(at).then(
      () => null,
      (failure: unknown) => {
        if (failure instanceof ProviderFailed) return failure.code
        throw failure
      },
    )
    steps.push({ step: step as TriedStep['step'], ok: error === null, error })
    if (error !== null) break
  }
  return { steps }
}
