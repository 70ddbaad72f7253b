// One option of several: the right one is chosen beside its text.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { EditorProps } from '../definition.ts'
import { useFeedback } from '../parts/feedback.tsx'
import { kept } from '../parts/kept.ts'
import { PartList } from '../parts/part-list.tsx'
import { PercentSelect } from '../parts/percent-select.tsx'
import { WholeFault } from '../parts/whole-fault.tsx'

export default function SingleEditor({ content, keyOf, keyless = false, onChange, faults, uploadFile }: EditorProps<'single'>) {
  const t = useTexts('questions')
  const [partial, setPartial] = useState(keyOf.percents !== undefined)
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
              right: next.some(({ id }) => id === keyOf.right) ? keyOf.right : '',
              ...(keyOf.percents && { percents: kept(keyOf.percents, next) }),
              ...(keyOf.feedback && { feedback: kept(keyOf.feedback, next) }),
            },
          })
        }
        before={({ id }, n) => (
          <label className="-mx-0.5 flex min-h-(--control) min-w-6 items-center justify-center">
            <input
              type="radio"
              name="right"
              aria-label={t('isRight', { name: option(n + 1) })}
              checked={keyOf.right === id}
              onChange={() => onChange({ key: { ...keyOf, right: id } })}
              className="size-5 accent-(--ok)"
            />
          </label>
        )}
        beside={({ id }, n) => (
          <>
            {partial && id !== keyOf.right && (
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
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label={t('shuffle')}
          checked={content.shuffle ?? false}
          onChange={(shuffle) => onChange({ content: { ...content, shuffle } })}
        />
        {!keyless && (
          <Checkbox
            label={t('partial')}
            checked={partial}
            onChange={(next) => {
              setPartial(next)
              const { percents: _, ...rest } = keyOf
              onChange({ key: next ? { ...keyOf, percents: keyOf.percents ?? {} } : rest })
            }}
          />
        )}
      </div>
    </div>
  )
}
