// Section of my profile: the fields I fill in myself. The organisation's data (name, number, department) are read-only, above it.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { DraftNote } from '../../parts/base/drafts/draft-note.tsx'
import { useVersions } from '../../parts/base/drafts/use-versions.tsx'
import { property } from '../../parts/base/drafts/version-fields.ts'
import { currentLocale, type Translate, useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { useDraft } from '../../parts/base/drafts/use-draft.ts'
import { type AddressField, addressFields, addressOrder } from './address-fields.ts'
import { Section } from '../../parts/base/page/section.tsx'

type Profile = Answer<'GET /api/user/profile'>
const profileQuery = query('GET /api/user/profile')
const providers = ['qq', 'wechat', 'weibo'] as const
const addressTypes = ['home', 'shipping'] as const

/** The form's values as one flat record; '' for an empty field. */
const valuesOf = (profile: Profile) => ({
  sex: profile.sex ?? '',
  education: profile.education ?? '',
  occupation_type: profile.occupation_type ?? '',
  teaching_date: profile.teaching_date ?? '',
  ...Object.fromEntries(
    providers.map((provider) => [provider, profile.user_auth_externals.find((account) => account.provider === provider)?.account ?? '']),
  ),
  ...Object.fromEntries(
    addressTypes.flatMap((type) =>
      addressFields.map((field) => [`${type}.${field}`, profile.user_addresses.find((address) => address.type === type)?.[field] ?? '']),
    ),
  ),
})
type Values = Record<string, string>

const bodyOf = (values: Values, version: number) => ({
  version,
  sex: (values.sex || null) as Profile['sex'],
  education: values.education || null,
  occupation_type: values.occupation_type || null,
  teaching_date: values.teaching_date || null,
  user_auth_externals: providers.flatMap((provider) => (values[provider] ? [{ provider, account: values[provider] }] : [])),
  user_addresses: addressTypes.flatMap((type) => {
    const filled = addressFields.flatMap((field): [AddressField, string][] => {
      const text = values[`${type}.${field}`]
      return text ? [[field, text]] : []
    })
    return filled.length > 0 ? [{ type, ...Object.fromEntries(filled) }] : []
  }),
})

/** '<type>.<field>' of an address, else the field's own label. */
function labelOf(name: string, t: Translate<'settings'>): string {
  const [type, field] = name.split('.')
  if (field) return `${t(type as 'home')} · ${t(field as AddressField)}`
  return t(({ occupation_type: 'occupation', teaching_date: 'teachingDate' }[name] ?? name) as 'sex')
}

export function ProfileSection() {
  const { data: profile } = useSuspenseQuery(profileQuery)
  return <ProfileForm profile={profile} />
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTexts('settings')
  const start: Values = valuesOf(profile)
  const draft = useDraft<Values>('profile', profile.id, profile.version, start, {
    title: t('profile'),
    send: () => void save(),
    write: (): Promise<unknown> | undefined => put(draft.value, draft.version),
  })
  const versions = useVersions<Values>({
    draft,
    latest: { version: profile.version, value: start },
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
      return { version: newest.version, value: valuesOf(newest) }
    },
    fields: useMemo(() => Object.keys(draft.base).map((name) => property<Values, string>(name, labelOf(name, t))), [draft.base, t]),
    // nobody else changes it
    by: { mine: true },
  })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [addresses, setAddresses] = useState(profile.user_addresses.length > 0)
  const changed = draft.unsent
  const field = (name: string) => ({
    name,
    value: draft.value[name] ?? '',
    error: faults[name],
    onChange: (value: string) => {
      draft.change({ [name]: value })
      setFaults({ ...faults, [name]: '' })
      setProblem('')
    },
  })
  const put = (sent: Values, version: number) => call('PUT /api/user/profile', { body: bodyOf(sent, version) })
  const save = async () => {
    if (busy || !changed) return
    setBusy(true)
    try {
      const saved = await versions.save(async (version) => {
        const sent = draft.value
        const next = await put(sent, version)
        const values: Values = valuesOf(next)
        // what was typed meanwhile stays
        draft.rebase(next.version, values, (present) => {
          const typed = Object.entries(present).filter(([name, text]) => text !== sent[name])
          return { ...values, ...Object.fromEntries(typed) }
        })
        queryClient.setQueryData(profileQuery.queryKey, next)
      })
      if (saved) toast({ text: t('profileSaved') })
    } catch (error) {
      setFaults(fieldTexts(error))
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const attributes = Object.entries(profile.user_attributes)
  return (
    <Section title={t('profile')} help={t('profileHelp')}>
      <form
        noValidate
        className="surface-card space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
        <div className="grid gap-4 tablet:grid-cols-2">
          <Select
            label={t('sex')}
            {...field('sex')}
            options={[
              { value: '', label: t('notSaid') },
              { value: 'female', label: t('female') },
              { value: 'male', label: t('male') },
              { value: 'other', label: t('other') },
            ]}
          />
          <TextField label={t('education')} maxLength={100} {...field('education')} />
          <TextField label={t('occupation')} maxLength={100} {...field('occupation_type')} />
          <DateField label={t('teachingDate')} {...field('teaching_date')} />
          {providers.map((provider) => (
            <TextField key={provider} label={t(provider)} maxLength={200} autoCapitalize="none" spellCheck={false} {...field(provider)} />
          ))}
        </div>
        {addresses ? (
          addressTypes.map((type) => (
            <fieldset key={type} className="grid gap-4 tablet:grid-cols-2">
              <legend className="mb-2 font-medium">{t(type)}</legend>
              {addressOrder(currentLocale()).map((name) => (
                <TextField
                  key={name}
                  label={t(name)}
                  maxLength={name === 'street' ? 300 : name === 'postcode' ? 20 : 40}
                  {...field(`${type}.${name}`)}
                />
              ))}
            </fieldset>
          ))
        ) : (
          <Button variant="link" onClick={() => setAddresses(true)}>
            {t('addAddresses')}
          </Button>
        )}
        {attributes.length > 0 && (
          <dl className="grid gap-2 tablet:grid-cols-2">
            {attributes.map(([name, value]) => (
              <div key={name}>
                <dt className="text-caption text-text-3">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={busy} off={changed ? undefined : t('nothingChanged')}>
            {t('saveProfile')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
