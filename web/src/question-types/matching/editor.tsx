// Items with the choice that belongs to each, and choices that belong to none. Students see an order without meaning, which the server
// makes.
import { Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { EditorProps } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { PartList } from '../parts/part-list.tsx'
import { plainText } from '../parts/plain-text.ts'
import { RichLine } from '../parts/rich-line.tsx'
import { WholeFault } from '../parts/whole-fault.tsx'

export default function MatchingEditor({ content, keyOf, onChange, faults, uploadFile }: EditorProps<'matching'>) {
  const t = useTexts('questions')
  const { items, choices } = content
  const paired = new Set(Object.values(keyOf.pairs))
  const others = choices.filter(({ id }) => !paired.has(id))
  const put = (list: 'items' | 'choices', id: string, text: string) =>
    onChange({ content: { ...content, [list]: content[list].map((one) => (one.id === id ? { ...one, text } : one)) } })
  const add = () => {
    const [item, choice] = [part(), part()]
    onChange({
      content: { ...content, items: [...items, item], choices: [...choices, choice] },
      key: { ...keyOf, pairs: { ...keyOf.pairs, [item.id]: choice.id } },
    })
  }
  const remove = (id: string) => {
    const { [id]: choice, ...pairs } = keyOf.pairs
    const isShared = Object.values(pairs).includes(choice ?? '')
    onChange({
      content: { ...content, items: items.filter((one) => one.id !== id), choices: choices.filter((one) => isShared || one.id !== choice) },
      key: { ...keyOf, pairs },
    })
  }
  return (
    <div className="space-y-4">
      <div role="group" aria-label={t('pairs')} className="space-y-2">
        <div className="text-body font-medium">{t('pairs')}</div>
        {items.map(({ id, text }, n) => {
          const choice = choices.find((one) => one.id === keyOf.pairs[id])
          return (
            <div key={id} className="flex items-start gap-2">
              <RichLine
                label={t('item', { number: n + 1 })}
                placeholder={t('item', { number: n + 1 })}
                value={text}
                onChange={(next) => put('items', id, next)}
                error={faults[`content.items.${n}.text`]}
                uploadFile={uploadFile}
              />
              {choice ? (
                <RichLine
                  label={t('belongs', { name: plainText(text) || t('item', { number: n + 1 }) })}
                  placeholder={t('belongsHere')}
                  value={choice.text}
                  onChange={(next) => put('choices', choice.id, next)}
                  error={faults[`content.choices.${choices.indexOf(choice)}.text`]}
                  uploadFile={uploadFile}
                />
              ) : (
                <AddButton
                  variant="quiet"
                  onAdd={() => {
                    const added = part()
                    onChange({
                      content: { ...content, choices: [...choices, added] },
                      key: { ...keyOf, pairs: { ...keyOf.pairs, [id]: added.id } },
                    })
                  }}
                >
                  {t('belongsHere')}
                </AddButton>
              )}
              <IconButton
                icon={Trash2}
                size="sm"
                className="mt-1"
                label={t('remove', { name: plainText(text) || t('item', { number: n + 1 }) })}
                off={items.length > 2 ? undefined : t('least', { count: 2 })}
                onClick={() => items.length > 2 && remove(id)}
              />
            </div>
          )
        })}
        <WholeFault text={faults['key.pairs']} />
        <AddButton variant="quiet" off={items.length < 50 ? undefined : t('mostParts', { count: 50 })} onAdd={add}>
          {t('addPair')}
        </AddButton>
      </div>
      <PartList
        kind="others"
        label={t('otherChoices')}
        name={(number) => t('otherChoice', { number })}
        add={t('addChoice')}
        parts={others}
        least={0}
        most={50 - (choices.length - others.length)}
        uploadFile={uploadFile}
        fault={(n) => faults[`content.choices.${choices.findIndex(({ id }) => id === others[n]?.id)}.text`]}
        onChange={(next) => onChange({ content: { ...content, choices: [...choices.filter(({ id }) => paired.has(id)), ...next] } })}
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Select
          label={t('rule')}
          value={keyOf.rule}
          options={(['each', 'all'] as const).map((value) => ({ value, label: t(`matchingRule.${value}`) }))}
          onChange={(rule) => onChange({ key: { ...keyOf, rule } })}
          className="w-72"
        />
        <Checkbox
          label={t('shuffle')}
          checked={content.shuffle ?? false}
          onChange={(shuffle) => onChange({ content: { ...content, shuffle } })}
        />
      </div>
    </div>
  )
}
