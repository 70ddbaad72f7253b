// Section of my organisations, with a field for the association code of another one.
import { useId } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { refetchSession, useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Section } from '../../parts/base/page/section.tsx'

export function OrganisationsSection() {
  const t = useTexts('settings')
  const me = useMe()
  const id = useId()
  const form = useForm({
    start: { association_code: '' },
    check: ({ association_code }) => ({ association_code: association_code ? undefined : t('codeMissing') }),
    explain: refusal,
    send: async (body) => {
      const { org } = await call('PUT /api/user/association-code', { body })
      await refetchSession()
      form.reset({ association_code: '' })
      toast({ text: t('associated', { name: org.name }) })
    },
  })
  return (
    <Section title={t('organisations')}>
      <div className="surface-card divide-y divide-line">
        <ul className="px-5 py-2.5">
          {me.session.memberships.map(({ org }) => (
            <li key={org.id}>{org.name}</li>
          ))}
        </ul>
        <FormFrame form={form} id={id} className="flex flex-wrap items-start gap-3 px-5 py-3">
          <TextField
            {...form.field('association_code')}
            label={t('associationCode')}
            help={t('associationHelp')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            className="min-w-[min(220px,100%)] flex-1"
          />
          <Button type="submit" busy={form.busy} className="tablet:mt-6">
            {t('associate')}
          </Button>
        </FormFrame>
      </div>
    </Section>
  )
}
