// Invitations by a list of addresses, a chip each; those that are wrong are marked, and taken out by one press.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipsField } from '../../../ui/fields/chips-field.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { sentences } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Role } from './member-changes.ts'
import { addressesIn, isAddress } from './people-in-text.ts'
import type { Course } from '../frame/queries.ts'

/** The greatest number of addresses of a request. */
const most = 500

/** The addresses that a refusal names at a field. */
const refusedAt = (error: unknown, field: string): string[] => {
  const params = error instanceof CallFailed ? error.problem.details[field]?.[0]?.params : undefined
  const all = (params as { all?: { email: string }[] } | undefined)?.all
  return all?.map(({ email }) => email) ?? []
}

export function InviteByEmail({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('members')
  const tp = useTexts('course-page')
  const { data, error } = useQuery(query('GET /api/courses/:id/invites', { params: { id: course.id }, query: { page_size: 1 } }))
  const [chosen, setChosen] = useState<Role>()
  const [emails, setEmails] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (error && !data) return <Banner tone="bad">{problemText(error)}</Banner>
  if (!data) return <SkeletonText lines={4} />
  const [first] = data.roles
  if (!first) return <Banner tone="info">{t('inviteNobody')}</Banner>
  const role = chosen ?? first
  const wrong = new Map(
    emails.flatMap((email) => {
      const reason = refused.get(email.toLowerCase()) ?? (isAddress(email) ? undefined : t('notAddress'))
      return reason ? [[email, reason] as const] : []
    }),
  )
  const invite = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const { invites, skipped } = await call('POST /api/course/:id/invites', {
        params: { id: course.id },
        body: { emails: [...emails], invite_type: 'email', role },
      })
      onClose()
      toast({
        text: sentences(t('invited', { count: invites.length }), ...(skipped.length > 0 ? [t('skipped', { count: skipped.length })] : [])),
      })
      await invalidate('GET /api/courses/:id/invites')
    } catch (failure) {
      setRefused(
        new Map([
          ...refusedAt(failure, 'emails_malformed').map((email) => [email.toLowerCase(), t('notAddress')] as const),
          ...refusedAt(failure, 'emails_not_exist').map((email) => [email.toLowerCase(), t('notKnown')] as const),
        ]),
      )
      setFault(sentences(...Object.values(fieldTexts(failure))) || problemText(failure))
      setBusy(false)
    }
  }
  const off =
    emails.length === 0
      ? t('noEmails')
      : wrong.size > 0
        ? t('wrongEmails', { count: wrong.size })
        : emails.length > most
          ? t('tooManyEntries', { most, count: emails.length })
          : undefined
  return (
    <div className="space-y-3 pb-5">
      <Select
        label={t('inviteAs')}
        className="w-[220px] max-tablet:w-full"
        value={role}
        onChange={setChosen}
        options={data.roles.map((one) => ({ value: one, label: tp(`role.${one}`) }))}
      />
      <ChipsField
        label={t('emails')}
        help={t('emailsHelp')}
        error={fault ?? (wrong.size > 0 ? t('wrongEmails', { count: wrong.size }) : emails.length > most ? off : undefined)}
        values={emails}
        onChange={(next) => {
          setEmails(next)
          setFault(undefined)
        }}
        split={addressesIn}
        wrong={wrong}
        texts={{ remove: (entry) => t('dropEntry', { entry }), more: (count) => t('moreEntries', { count }) }}
      />
      {wrong.size > 0 && (
        <Button
          variant="link"
          onClick={() => {
            setEmails(emails.filter((email) => !wrong.has(email)))
            setFault(undefined)
          }}
        >
          {t('dropWrong')}
        </Button>
      )}
      <div data-buttons className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" busy={busy} off={off} action="course.invite" onClick={() => void invite()}>
          {t('inviteCount', { count: emails.length })}
        </Button>
      </div>
    </div>
  )
}
