// Items in their right order. Students see another one, which the server makes.
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/fields/field.tsx'
import type { EditorProps } from '../definition.ts'
import { PartList } from '../parts/part-list.tsx'

export default function OrderingEditor({ content, keyOf, onChange, faults, uploadFile }: EditorProps<'ordering'>) {
  const t = useTexts('questions')
  const known = keyOf.order.flatMap((id) => content.items.find((one) => one.id === id) ?? [])
  const inOrder = [...known, ...content.items.filter(({ id }) => !keyOf.order.includes(id))]
  return (
    <div className="space-y-3">
      <PartList
        kind="items"
        label={t('rightOrder')}
        name={(number) => t('item', { number })}
        add={t('addItem')}
        parts={inOrder}
        least={2}
        most={30}
        uploadFile={uploadFile}
        fault={(n) => faults[`content.items.${content.items.findIndex(({ id }) => id === inOrder[n]?.id)}.text`]}
        onChange={(items) => onChange({ content: { ...content, items }, key: { ...keyOf, order: items.map(({ id }) => id) } })}
      />
      <Select
        label={t('rule')}
        value={keyOf.rule}
        options={(['place', 'next', 'all'] as const).map((value) => ({ value, label: t(`orderingRule.${value}`) }))}
        onChange={(rule) => onChange({ key: { ...keyOf, rule } })}
        className="max-w-md"
      />
    </div>
  )
}
