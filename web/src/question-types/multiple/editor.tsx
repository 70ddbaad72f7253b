// Several options of several: the right ones are ticked beside their text.
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { EditorProps } from '../definition.ts'
import { useFeedback } from '../parts/feedback.tsx'
import { kept } from '../parts/kept.ts'
import { PartList } from '../parts/part-list.tsx'
import { PercentSelect } from '../parts/percent-select.tsx'
import { WholeFault } from '../parts/whole-fault.tsx'

const rules = ['minus', 'each', 'all', 'percents'] as const

export default function MultipleEditor({ content, keyOf, keyless = false, onChange, faults, uploadFile }: EditorProps<'multiple'>) {
  const t = useTexts('questions')
  const { options } = content
  const option = (number: number) => t('option', { number })
  const feedback = useFeedback(
    keyOf.feedback ?? {},
    (id, html) => onChange({ key: { ...keyOf, feedback: { ...keyOf.feedback, [id]: html } } }),
    uploadFile,
  )
  return (
    <div className="space-y-3">
      <PartList
        kind="options"
        label={t('options')}
        name={option}
        add={t('addOption')}
        parts={options}
        least={2}
        most={50}
        uploadFile={uploadFile}
        textsOnly={keyless}
        fault={(n) => faults[`content.options.${n}.text`]}
        onChange={(next) =>
          onChange({
            content: { ...content, options: next },
            key: {
              ...keyOf,
              right: keyOf.right.filter((id) => next.some((one) => one.id === id)),
              ...(keyOf.percents && { percents: kept(keyOf.percents, next) }),
              ...(keyOf.feedback && { feedback: kept(keyOf.feedback, next) }),
            },
          })
        }
        before={({ id }, n) => (
          <Checkbox
            label={t('isRight', { name: option(n + 1) })}
            hideLabel
            checked={keyOf.right.includes(id)}
            onChange={(right) =>
              onChange({
                key: { ...keyOf, right: options.map((one) => one.id).filter((one) => (one === id ? right : keyOf.right.includes(one))) },
              })
            }
          />
        )}
        beside={({ id }, n) => (
          <>
            {keyOf.rule === 'percents' && (
              <PercentSelect
                negative
                label={t('earns', { name: option(n + 1) })}
                value={keyOf.percents?.[id] ?? '0'}
                onChange={(percent) => onChange({ key: { ...keyOf, percents: { ...keyOf.percents, [id]: percent } } })}
              />
            )}
            {feedback.button(id, option(n + 1))}
          </>
        )}
        below={({ id }, n) => feedback.line(id, option(n + 1))}
      />
      <WholeFault text={faults['key.right']} />
      <div className="grid gap-4 tablet:grid-cols-2">
        {!keyless && (
          <Select
            label={t('rule')}
            value={keyOf.rule}
            help={t(`multipleRuleHelp.${keyOf.rule}`)}
            error={faults['key.percents']}
            options={rules.map((value) => ({ value, label: t(`multipleRule.${value}`) }))}
            onChange={(rule) => {
              const { percents, ...rest } = keyOf
              onChange({ key: { ...rest, rule, ...(rule === 'percents' && { percents: percents ?? {} }) } })
            }}
          />
        )}
        <NumberField
          label={t('most')}
          whenEmpty={t('mostHelp')}
          value={content.most ?? null}
          min={1}
          max={options.length}
          onChange={(most) => {
            const { most: _, ...rest } = content
            onChange({ content: most === null ? rest : { ...rest, most } })
          }}
        />
      </div>
      <Checkbox
        label={t('shuffle')}
        checked={content.shuffle ?? false}
        onChange={(shuffle) => onChange({ content: { ...content, shuffle } })}
      />
    </div>
  )
}
