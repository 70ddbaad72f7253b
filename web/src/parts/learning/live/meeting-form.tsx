// The form that the types of live lectures share: the text; when one is made its place, which is sent by a call of its own: an address, or a provider at
// which the school has meetings made. Later it is changed on the page of the lecture, since nobody reads an address back.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import type { CriterionKind } from '../course/completion-fields.tsx'
import type { Activity } from '../course/content.ts'
import { PercentField } from '../forms/percent-field.tsx'
import { keepPlace, type Meeting } from './queries.ts'

type Provider = Meeting['provider']
/** `percent` as typed. */
export type MeetingValues = { body: string; percent: string; provider: Provider; address: string } & Meeting['options']
type Wrong = 'meetingAddressWrong' | 'meetingOtherHost' | 'percentRange'
type FieldsProps = {
  values: MeetingValues
  change: (part: Partial<MeetingValues>) => void
  faults: Record<string, string | undefined>
  fresh: boolean
}

/** Whether an address is https, and at one of the hosts or below it. */
function isTaken(address: string, hosts: readonly string[] | undefined): boolean {
  if (!/^\s*https:\/\//i.test(address) || !URL.canParse(address)) return false
  const host = new URL(address).hostname.replace(/\.$/, '')
  return !hosts || hosts.some((one) => host === one || host.endsWith(`.${one}`))
}
/** A text that was kept by a release before has no place. */
const placeOf = ({ provider = 'link' }: Partial<MeetingValues>): Provider => provider
const unset = { provider: 'link', address: '', record: false, muted: true } as const

const fields = {
  bigbluebutton: (props: FieldsProps) => props.fresh && <Place made="bigbluebutton" {...props} />,
  tencent: (props: FieldsProps) => props.fresh && <Place made="tencent" {...props} />,
}

/** Without `hosts` an address may be anywhere. An empty one is given later. `made`: the provider of the type. */
export const meetingForm = (made: Exclude<Provider, 'link'>, wrong: Wrong, hosts?: readonly string[]) => ({
  text: 'aboutIt' as const,
  criteria: ['attended', 'watched', 'by_hand', 'none'] as const,
  fresh: { body: '', percent: '80', ...unset },
  of: ({ body, completion_criterion: { percent } }: Pick<Activity, 'body' | 'completion_criterion'>): MeetingValues => ({
    body,
    percent: String(percent ?? 80),
    ...unset,
  }),
  faults: ({ address, percent, ...values }: MeetingValues, criterion: CriterionKind): Partial<Record<string, Wrong>> => ({
    ...(placeOf(values) === 'link' && address.trim() !== '' && !isTaken(address, hosts) && { address: wrong }),
    ...(criterion === 'watched' && !isPercent(percent) && { completion_criterion_key: 'percentRange' as const }),
  }),
  fields: ['body', 'completion_criterion_key', 'address'],
  body: ({ body, percent }: MeetingValues, criterion: CriterionKind) => ({
    body,
    ...(criterion === 'watched' && { completion_criterion_key: `watched_${Number(percent)}` }),
  }),
  Needed,
  async made({ address, record, muted, ...values }: MeetingValues, { id }: { id: string }) {
    const provider = placeOf(values)
    if (provider !== 'link') await keepPlace(id, { provider, options: { record, muted } }, Number.MAX_SAFE_INTEGER)
    else if (address.trim() !== '') await keepPlace(id, { address: address.trim() }, Number.MAX_SAFE_INTEGER)
  },
  Fields: fields[made],
})

const isPercent = (text: string): boolean => Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= 100

/** Of the first of its recordings that is published as a film. */
function Needed({ values, change, faults, criterion }: FieldsProps & { criterion: CriterionKind }) {
  const t = useTexts('course')
  return (
    criterion === 'watched' && (
      <PercentField
        label={t('watchedNeeded')}
        value={values.percent}
        onChange={(percent) => change({ percent })}
        error={faults.completion_criterion_key}
        help={t('recordingNeededHelp')}
      />
    )
  )
}

function Place({ made, values, change, faults }: Omit<FieldsProps, 'fresh'> & { made: Provider }) {
  const t = useTexts('live')
  // without an answer there is the address, and the page of the lecture
  const { data } = useQuery(query('GET /api/meeting-choices', {}))
  const { address, record, muted } = values
  const provider = placeOf(values)
  const providers: Provider[] = ['link', ...(data?.items ?? []).filter((one) => one === made)]
  return (
    <>
      {(providers.length > 1 || provider !== 'link') && (
        <Select
          label={t('heldBy')}
          value={provider}
          onChange={(value) => change({ provider: value })}
          options={[...new Set([...providers, provider])].map((value) => ({ value, label: t(`provider.${value}`) }))}
        />
      )}
      {provider === 'link' ? (
        <TextField
          label={t('address')}
          help={t('addressHelp')}
          type="url"
          autoComplete="off"
          value={address}
          onChange={(value) => change({ address: value })}
          maxLength={2000}
          error={faults.address}
        />
      ) : (
        <div className="space-y-2">
          <Checkbox label={t('record')} checked={record} onChange={(value) => change({ record: value })} />
          <Checkbox label={t('muted')} checked={muted} onChange={(value) => change({ muted: value })} />
        </div>
      )}
    </>
  )
}
