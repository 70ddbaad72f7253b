// The dialogs of an organisation of the installation: its name and the room for its files, and a new one with its first administrator.
import { useRef } from 'react'
import { call, CallFailed } from '../../client.ts'
import { localeNames, locales, translate, useTexts } from '../../i18n.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { ZoneField } from '../../parts/base/page/zone-field.tsx'
import { invalidate } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { InstallationOrg } from './installation-page.tsx'

const gib = 1024 ** 3
const refresh = () => invalidate('GET /api/installation/orgs')
const isNewer = (failure: unknown): failure is CallFailed => failure instanceof CallFailed && failure.problem.code === 'org.newer'

export default function OrgDialog({ org, onClose }: { org: InstallationOrg; onClose: () => void }) {
  const t = useTexts('installation')
  // after a refusal the next attempt is against the row of now
  const version = useRef(org.version)
  const form = useForm<{ name: string; storage_quota: number | null }>({
    start: { name: org.name, storage_quota: org.storage_quota > 0 ? org.storage_quota / gib : null },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    explain: (failure) => (isNewer(failure) ? { fields: {}, text: translate('organisation', 'changedMeanwhile') } : refusal(failure)),
    send: async ({ name, storage_quota }) => {
      try {
        await call('PUT /api/installation/orgs/:id', {
          params: { id: org.id },
          body: { name: name.trim(), storage_quota: Math.round((storage_quota ?? 0) * gib), version: version.current },
        })
      } catch (failure) {
        if (isNewer(failure)) {
          version.current = Number(failure.problem.params.version)
          await refresh()
        }
        throw failure
      }
      toast({ text: t('saved', { name: name.trim() }) })
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('changeTitle', { name: org.name })}
      footer={<Buttons form="organisation" label={t('save')} busy={form.busy} onClose={onClose} />}
    >
      <FormFrame form={form} id="organisation">
        <TextField {...form.field('name')} label={t('name')} maxLength={200} autoFocus />
        <NumberField
          {...form.field('storage_quota')}
          label={t('storage')}
          whenEmpty={t('installationQuota')}
          unit="GB"
          min={0.1}
          max={1_048_576}
          step={0.1}
        />
      </FormFrame>
    </Dialog>
  )
}

function Buttons({ form, label, busy, onClose }: { form: string; label: string; busy: boolean; onClose: () => void }) {
  const t = useTexts('installation')
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="primary" type="submit" form={form} busy={busy}>
        {label}
      </Button>
    </>
  )
}

type Values = {
  name: string
  code: string
  locale: (typeof locales)[number]
  time_zone: string | null
  administrator_name: string
  administrator_user_no: string
  administrator_email: string
}

export function MakeOrgDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('installation')
  const me = useMe()
  const form = useForm<Values>({
    start: {
      name: '',
      code: '',
      locale: me.org?.locale ?? 'en',
      time_zone: null,
      administrator_name: '',
      administrator_user_no: '',
      administrator_email: '',
    },
    check: (values) => ({
      name: values.name.trim() ? undefined : t('nameMissing'),
      administrator_name: values.administrator_name.trim() ? undefined : t('administratorMissing'),
      administrator_user_no: values.administrator_user_no.trim() ? undefined : t('numberMissing'),
      administrator_email: values.administrator_email.trim() ? undefined : t('emailMissing'),
    }),
    explain: (failure) => {
      const { fields, ...rest } = refusal(failure)
      // the call's administrator.name is the field administrator_name
      return { ...rest, fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace('.', '_'), text])) }
    },
    send: async (values) => {
      const made = await call('POST /api/installation/orgs', {
        body: {
          name: values.name.trim(),
          locale: values.locale,
          ...(values.code.trim() && { code: values.code.trim() }),
          ...(values.time_zone && { time_zone: values.time_zone }),
          administrator: {
            name: values.administrator_name.trim(),
            user_no: values.administrator_user_no.trim(),
            email: values.administrator_email.trim(),
          },
        },
      })
      toast({ text: t('orgMade', { name: made.name }) })
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      top
      changed={form.changed}
      title={t('make')}
      description={t('makeHelp')}
      footer={<Buttons form="new-organisation" label={t('make')} busy={form.busy} onClose={onClose} />}
    >
      <FormFrame form={form} id="new-organisation">
        <TextField {...form.field('name')} label={t('name')} maxLength={200} autoFocus />
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...form.field('code')} label={t('code')} help={t('codeHelp')} maxLength={64} />
          <Select
            {...form.field('locale')}
            label={t('language')}
            options={locales.map((value) => ({ value, label: localeNames[value], lang: value }))}
          />
          <ZoneField {...form.field('time_zone')} label={t('zone')} help={t('zoneHelp')} none={t('zoneOfLanguage')} />
        </div>
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...form.field('administrator_name')} label={t('administrator')} maxLength={100} />
          <TextField {...form.field('administrator_user_no')} label={t('number')} maxLength={50} />
        </div>
        <TextField {...form.field('administrator_email')} label={t('email')} help={t('emailHelp')} type="email" maxLength={254} />
      </FormFrame>
    </Dialog>
  )
}
