// The popup "org apply": a request to join an organisation, for a new one, or for more storage of one's own.
import { call } from '../../client.ts'
import { localeNames, locales, useTexts } from '../../i18n.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Combobox, type Option } from '../../ui/fields/combobox.tsx'
import { Select, TextArea, TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'

const gib = 1024 ** 3
const joinRoles = ['student', 'instructor', 'faculty'] as const
type Kind = 'join' | 'new_org' | 'storage'
type Values = {
  kind: Kind
  org_id: Option | undefined
  role: (typeof joinRoles)[number]
  user_no: string
  name: string
  locale: (typeof locales)[number]
  storage_quota: number | null
  text: string
}

export default function OrgApply({
  storage,
  onClose,
}: {
  /** More storage of their organisation may be requested. */
  storage: boolean
  onClose: () => void
}) {
  const t = useTexts('requests')
  const to = useTexts('organisation')
  const me = useMe()
  const kinds: readonly Kind[] = ['join', ...(me.org ? (['new_org'] as const) : []), ...(storage ? (['storage'] as const) : [])]
  const form = useForm<Values>({
    start: {
      kind: 'join',
      org_id: undefined,
      role: 'student',
      user_no: '',
      name: '',
      locale: me.org?.locale ?? 'en',
      storage_quota: null,
      text: '',
    },
    check: ({ kind, org_id, name, storage_quota, text }) => ({
      org_id: kind === 'join' && !org_id ? t('orgMissing') : undefined,
      name: kind === 'new_org' && !name.trim() ? t('nameMissing') : undefined,
      storage_quota: kind === 'storage' && !storage_quota ? t('storageMissing') : undefined,
      text: kind !== 'join' && !text.trim() ? t('textMissing') : undefined,
    }),
    explain: refusal,
    send: async ({ kind, org_id, role, user_no, name, locale, storage_quota, text }) => {
      await call('POST /api/org-requests', {
        body: {
          kind,
          org_id: (kind === 'join' ? org_id?.value : me.org?.id) ?? '',
          ...(kind === 'join' && { role, ...(user_no.trim() && { user_no: user_no.trim() }) }),
          ...(kind === 'new_org' && { name: name.trim(), locale }),
          ...(kind === 'storage' && { storage_quota: Math.round((storage_quota ?? 0) * gib) }),
          ...(text.trim() && { text: text.trim() }),
        },
      })
      await invalidate('GET /api/user/org-requests')
      toast({ text: t('sent') })
      onClose()
    },
  })
  const { kind } = form.values
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      top
      changed={form.changed}
      title={t('askTitle')}
      description={t(`askHelp.${kind}`)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="org-apply" busy={form.busy}>
            {t('send')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="org-apply">
        <Select {...form.field('kind')} label={t('kind')} options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        {kind === 'join' && (
          <>
            <Combobox
              {...form.field('org_id')}
              label={t('organisation')}
              search={async (keyword, signal) => {
                const { items, total } = await call('GET /api/org-requests/orgs', {
                  query: { page_size: 50, ...(keyword && { keyword }) },
                  signal,
                })
                return { options: items.map(({ id, name }) => ({ value: id, label: name })), total }
              }}
            />
            <Select {...form.field('role')} label={t('role')} options={joinRoles.map((value) => ({ value, label: to(`role.${value}`) }))} />
            <TextField {...form.field('user_no')} label={t('number')} help={t('ownNumberHelp')} maxLength={50} />
          </>
        )}
        {kind === 'new_org' && (
          <>
            <TextField {...form.field('name')} label={t('name')} maxLength={200} />
            <Select
              {...form.field('locale')}
              label={t('language')}
              options={locales.map((value) => ({ value, label: localeNames[value], lang: value }))}
            />
          </>
        )}
        {kind === 'storage' && (
          <NumberField {...form.field('storage_quota')} label={t('storage')} unit="GB" min={0.1} max={1_048_576} step={0.1} />
        )}
        <TextArea {...form.field('text')} label={t('text')} rows={3} maxLength={1000} />
      </FormFrame>
    </Dialog>
  )
}
