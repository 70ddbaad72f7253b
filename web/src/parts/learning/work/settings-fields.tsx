// Fields of a form of work: which files are taken, how they are shown without names, and how many works of others each student reviews until when.
import { useTexts } from '../../../i18n.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { list } from '../../../ui/format.ts'
import { Fold, nowOf } from '../forms/fold.tsx'
import { typesIn, type WorkValues } from './settings-values.ts'

type Props<K extends keyof WorkValues> = {
  values: Pick<WorkValues, K>
  change: (part: Partial<WorkValues>) => void
  fault: (setting: string) => string | undefined
}

export function FilesFold({ values, change, fault }: Props<'types' | 'most' | 'size'>) {
  const t = useTexts('work')
  const types = typesIn(values.types)
  return (
    <Fold
      title={t('filesTitle')}
      now={nowOf(
        values.most !== null && values.size !== null && t('filesNow', { count: values.most, size: values.size }),
        types.length > 0 && t('onlyTypes', { types: list(types) }),
      )}
      faulty={['file_types', 'files_most', 'file_size_mb'].some(fault)}
    >
      <TextField
        label={t('types')}
        value={values.types}
        onChange={(types) => change({ types })}
        help={t('typesHelp')}
        error={fault('file_types')}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('most')}
          value={values.most}
          onChange={(most) => change({ most })}
          min={1}
          max={20}
          error={fault('files_most')}
        />
        <NumberField
          label={t('size')}
          value={values.size}
          onChange={(size) => change({ size })}
          min={1}
          max={2048}
          unit="MB"
          error={fault('file_size_mb')}
        />
      </div>
    </Fold>
  )
}

/** Beside the hiding of names, where files are handed in. */
export const StripField = ({ strip, onChange }: { strip: boolean; onChange: (strip: boolean) => void }) => {
  const t = useTexts('work')
  return <Switch label={t('stripProperties')} help={t('stripPropertiesHelp')} checked={strip} onChange={onChange} />
}

export const PeersField = ({ values, change, fault }: Props<'peers'>) => {
  const t = useTexts('work')
  return (
    <NumberField
      label={t('peers')}
      help={t('peersHelp')}
      value={values.peers}
      onChange={(peers) => change({ peers })}
      min={0}
      max={10}
      error={fault('peer_reviews')}
    />
  )
}

export const PeerDueField = ({ values, change, fault }: Props<'peerDue'>) => {
  const t = useTexts('work')
  return (
    <DateTimeField
      label={t('peerDue')}
      time="23:59"
      value={values.peerDue}
      onChange={(peerDue) => change({ peerDue })}
      whenEmpty={t('peerDueHelp')}
      error={fault('peer_due')}
    />
  )
}
