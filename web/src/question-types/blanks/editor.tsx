// A text with blanks: written as [[word]] in the text, or added at the end; each is a text, a number or a choice.
import type { ContentOf, KeyOf } from '@lyceum/activity/questions/question-types/api'
import { Plus, Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { EditorProps } from '../definition.ts'
import { AcceptedNumbers } from '../parts/accepted-numbers.tsx'
import { AcceptedTexts } from '../parts/accepted-texts.tsx'
import { kept } from '../parts/kept.ts'
import { part, partId } from '../parts/part-id.ts'
import { PartList } from '../parts/part-list.tsx'
import { PercentSelect } from '../parts/percent-select.tsx'
import { WholeFault } from '../parts/whole-fault.tsx'

type Blank = ContentOf<'blanks'>['blanks'][number]
type BlankKey = KeyOf<'blanks'>['blanks'][string]

const freshKey = (kind: Blank['kind'], text = ''): BlankKey =>
  kind === 'text'
    ? { texts: [{ text, percent: '100' }] }
    : kind === 'number'
      ? { numbers: [{ value: text, tolerance: '0', percent: '100' }] }
      : { options: {} }

export default function BlanksEditor({ stem, content, keyOf, onChange, faults, uploadFile }: EditorProps<'blanks'>) {
  const t = useTexts('questions')
  const { blanks } = content
  // words that were written in double brackets and are no blank yet
  const written = [...stem.matchAll(/\[\[([^[\]<>]{1,200})\]\]/g)].map(([, word = '']) => word)
  const fresh = written.filter((word) => !blanks.some(({ id }) => id === word))
  const make = () => {
    let text = stem
    const added: Blank[] = []
    const keys: Record<string, BlankKey> = {}
    for (const word of fresh) {
      const id = partId()
      text = text.replace(`[[${word}]]`, `[[${id}]]`)
      added.push({ id, kind: 'text' })
      keys[id] = freshKey('text', word.trim())
    }
    onChange({ stem: text, content: { blanks: [...blanks, ...added] }, key: { blanks: { ...keyOf.blanks, ...keys } } })
  }
  const add = () => {
    const id = partId()
    const place = ` [[${id}]]`
    onChange({
      stem: stem.endsWith('</p>') ? `${stem.slice(0, -4)}${place}</p>` : stem + place,
      content: { blanks: [...blanks, { id, kind: 'text' }] },
      key: { blanks: { ...keyOf.blanks, [id]: freshKey('text') } },
    })
  }
  const remove = (id: string) => {
    const { [id]: _, ...rest } = keyOf.blanks
    onChange({ stem: stem.replaceAll(`[[${id}]]`, ''), content: { blanks: blanks.filter((one) => one.id !== id) }, key: { blanks: rest } })
  }
  const putKey = (id: string, changed: Partial<BlankKey>) =>
    onChange({ key: { blanks: { ...keyOf.blanks, [id]: { ...keyOf.blanks[id], ...changed } } } })
  return (
    <div className="space-y-4">
      <p className="text-caption text-text-3">{t('blanksHelp')}</p>
      {fresh.length > 0 && (
        <Button icon={Plus} onClick={make}>
          {t('makeBlanks', { count: fresh.length })}
        </Button>
      )}
      {blanks.map((blank, n) => {
        const { id, kind, options = [] } = blank
        const key = keyOf.blanks[id] ?? {}
        const name = t('blank', { number: n + 1 })
        return (
          <section key={id} aria-label={name} className="space-y-3 rounded-tile border border-line p-3">
            <div className="flex flex-wrap items-end gap-3">
              <span className="mb-1.5 text-body font-medium">
                {name} <code className="text-caption text-text-3">[[{id}]]</code>
              </span>
              <Select
                label={t('blankKind')}
                value={kind}
                options={(['text', 'number', 'choice'] as const).map((value) => ({ value, label: t(`blankKindOf.${value}`) }))}
                onChange={(next) =>
                  onChange({
                    content: {
                      blanks: blanks.map((one) =>
                        one.id === id ? { id, kind: next, ...(next === 'choice' && { options: [part(), part()] }) } : one,
                      ),
                    },
                    key: { blanks: { ...keyOf.blanks, [id]: { ...(key.weight && { weight: key.weight }), ...freshKey(next) } } },
                  })
                }
                className="w-40"
              />
              <NumberField
                label={t('weight')}
                value={key.weight ?? 1}
                min={1}
                max={100}
                onChange={(weight) => putKey(id, { weight: weight ?? 1 })}
                className="w-28"
              />
              <IconButton icon={Trash2} size="sm" label={t('remove', { name })} className="mb-0.5 ml-auto" onClick={() => remove(id)} />
            </div>
            {kind === 'text' && (
              <AcceptedTexts
                accepted={key.texts ?? []}
                onChange={(texts) => putKey(id, { texts })}
                rules={key}
                onRules={(rules) => putKey(id, rules)}
                fault={(at) => faults[`key.blanks.${id}.texts.${at}.text`]}
              />
            )}
            {kind === 'number' && (
              <AcceptedNumbers
                accepted={key.numbers ?? []}
                onChange={(numbers) => putKey(id, { numbers })}
                fault={(at, field) => faults[`key.blanks.${id}.numbers.${at}.${field}`]}
              />
            )}
            {kind === 'choice' && (
              <PartList
                kind={id}
                label={t('options')}
                name={(number) => t('option', { number })}
                add={t('addOption')}
                parts={options}
                least={2}
                most={20}
                uploadFile={uploadFile}
                fault={(at) => faults[`content.blanks.${n}.options.${at}.text`]}
                onChange={(next) =>
                  onChange({
                    content: { blanks: blanks.map((one) => (one.id === id ? { ...one, options: next } : one)) },
                    key: { blanks: { ...keyOf.blanks, [id]: { ...key, options: kept(key.options ?? {}, next) } } },
                  })
                }
                beside={(option, at) => (
                  <PercentSelect
                    label={t('earns', { name: t('option', { number: at + 1 }) })}
                    value={key.options?.[option.id] ?? '0'}
                    onChange={(percent) => putKey(id, { options: { ...key.options, [option.id]: percent } })}
                  />
                )}
              />
            )}
          </section>
        )
      })}
      <WholeFault text={faults['content.blanks']} />
      <AddButton variant="quiet" off={blanks.length < 50 ? undefined : t('mostParts', { count: 50 })} onAdd={add}>
        {t('addBlank')}
      </AddButton>
    </div>
  )
}
