// Items, each with a list of the choices.
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/fields/field.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import type { AnswerProps } from '../definition.ts'
import { letterOf } from '../parts/choices.tsx'
import { plainText } from '../parts/plain-text.ts'
import { Verdict } from '../parts/verdict.tsx'

export function MatchingAnswer({ content, answer, onAnswer, labelledBy, files, review }: AnswerProps<'matching'>) {
  const t = useTexts('questions')
  // choices with pictures or formulas cannot stand in a native list: they are shown with letters, and the list names these
  const isRich = content.choices.some(({ text }) => /<img|data-latex|<su[bp]>/.test(text))
  const nameOf = (choice: string) => {
    const n = content.choices.findIndex(({ id }) => id === choice)
    return isRich ? letterOf(n) : plainText(content.choices[n]?.text ?? '')
  }
  const give = (item: string, choice: string) => {
    const pairs = { ...answer?.pairs }
    if (choice) pairs[item] = choice
    else delete pairs[item]
    onAnswer?.(Object.keys(pairs).length > 0 ? { pairs } : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelledBy} className="flex flex-col gap-3">
      {isRich && (
        <ol className="grid gap-2 tablet:grid-cols-2">
          {content.choices.map(({ id, text }, n) => (
            <li key={id} className="flex items-start gap-2 rounded-control bg-sunken px-3 py-2">
              <b className="text-body">{letterOf(n)}</b>
              <RichText html={text} files={files} size="body" />
            </li>
          ))}
        </ol>
      )}
      <ul className="flex flex-col gap-2">
        {content.items.map(({ id, text }, n) => {
          const verdict = review?.parts[id]
          const solution = review?.solution?.pairs[id]
          return (
            <li key={id} className="grid items-center gap-x-4 gap-y-1 tablet:grid-cols-2">
              <span>
                <RichText html={text} files={files} />
              </span>
              <span className="flex items-center gap-2">
                <Select
                  label={plainText(text) || t('item', { number: n + 1 })}
                  hideLabel
                  value={answer?.pairs[id] ?? ''}
                  disabled={!onAnswer}
                  onChange={(choice) => give(id, choice)}
                  options={[
                    { value: '', label: t('choose') },
                    ...content.choices.map((choice) => ({ value: choice.id, label: nameOf(choice.id) })),
                  ]}
                  className="flex-1"
                />
                <Verdict of={verdict} />
              </span>
              {solution && verdict !== 'right' && (
                <span className="text-caption text-text-2 tablet:col-start-2">{t('solution', { text: nameOf(solution) })}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
