// The form that the types of live lectures share: the text; when one is made its address, which is sent by a call of its own. Later it is changed on the
// page of the lecture, since nobody reads it back.
import { useTexts } from '../../../i18n.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { keepPlace } from './queries.ts'

type Values = { body: string; address: string }
type Wrong = 'meetingAddressWrong' | 'meetingOtherHost'

/** Whether an address is https, and at one of the hosts or below it. */
function isTaken(address: string, hosts: readonly string[] | undefined): boolean {
  if (!/^\s*https:\/\//i.test(address) || !URL.canParse(address)) return false
  const host = new URL(address).hostname.replace(/\.$/, '')
  return !hosts || hosts.some((one) => host === one || host.endsWith(`.${one}`))
}

/** Without `hosts` an address may be anywhere. An empty one is given later. */
export const meetingForm = (wrong: Wrong, hosts?: readonly string[]) => ({
  text: 'aboutIt' as const,
  criteria: ['attended', 'by_hand', 'none'] as const,
  fresh: { body: '', address: '' },
  of: ({ body }: { body: string }): Values => ({ body, address: '' }),
  faults: ({ address }: Values): Partial<Record<string, Wrong>> =>
    address.trim() === '' || isTaken(address, hosts) ? {} : { address: wrong },
  fields: ['body', 'completion_criterion_key', 'address'],
  body: ({ body }: Values) => ({ body }),
  async made({ address }: Values, { id }: { id: string }) {
    if (address.trim() !== '') await keepPlace(id, { address: address.trim() }, Number.MAX_SAFE_INTEGER)
  },
  Fields,
})

type FieldsProps = { values: Values; change: (part: Partial<Values>) => void; faults: Record<string, string | undefined>; fresh: boolean }
function Fields({ values, change, faults, fresh }: FieldsProps) {
  const t = useTexts('live')
  if (!fresh) return null
  return (
    <TextField
      label={t('address')}
      help={t('addressHelp')}
      type="url"
      autoComplete="off"
      value={values.address}
      onChange={(address) => change({ address })}
      maxLength={2000}
      error={faults.address}
    />
  )
}
