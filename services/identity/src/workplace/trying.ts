// The test of a messenger, step by step, for whoever sets it up: with a message to themselves.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, tooMany } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { fill } from '@lyceum/kit/messages/letter'
import type { Deps } from '../deps.ts'
import { readerOf } from '../mails/mails.ts'
import { mailTexts } from '../mails/texts.ts'
import type { TestStep } from './api.ts'
import { type Contact, MessengerFailed } from './messengers/messenger.ts'
import { messengerOf } from './settings.ts'

type Step = { step: TestStep; ok: boolean; code: string | null }

/** Tests of one organisation in ten minutes: each sends a message. */
const most = 20

/** 409 workplace.off where no messenger is chosen, 429 after twenty tests in ten minutes. */
export async function testWorkplace(deps: Deps, { org, person }: Actor): Promise<{ steps: Step[] }> {
  const open = await messengerOf(deps, org, { off: true })
  if (!open) throw conflict('workplace.off')
  if ((await deps.kv.incr(`workplace-test:${org}`, 600)) > most) throw tooMany(600)
  const reader = await readerOf(deps.sql, person, org)
  const contact = await one<Contact>(
    deps.sql,
    'select email, case when mobile_verified_at is not null then mobile_phone end as mobile from persons where id = $1',
    person,
  )
  const { messenger } = open
  let user: string | null = null
  const work: Record<TestStep, () => Promise<void>> = {
    token: () => messenger.checkKeys(),
    async user() {
      user = await messenger.findUser(contact ?? { mobile: null, email: null })
      if (!user) throw new MessengerFailed('notFound')
    },
    message: () => messenger.sendText(user!, fill(reader!.locale, mailTexts[reader!.locale]['workplaceTest'], { org: reader!.org })),
  }
  const steps: Step[] = []
  for (const [step, tried] of Object.entries(work) as [TestStep, () => Promise<void>][]) {
    const code = await tried().then(
      () => null,
      (error: unknown) => {
        if (error instanceof MessengerFailed) return error.code
        throw error
      },
    )
    steps.push({ step, ok: code === null, code })
    if (code !== null) break
  }
  return { steps }
}
