// A term of a curriculum in its form: its courses with credits, whether they are compulsory, and who lacks them.
import { X } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../../i18n.ts'
import { AddButton } from '../../../ui/fields/add-button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { list, number } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Covered, CurriculumFaults, TypedRow } from './curricula.ts'

type SectionProps = {
  term: number
  rows: readonly TypedRow[]
  faults: CurriculumFaults['rows']
  covered: Covered | undefined
  /** The reason why there may be no more. */
  full: string | undefined
  onChange: (nth: number, part: Partial<TypedRow>) => void
  onRemove: (nth: number) => void
  onAdd: () => void
}

export function TermSection({ term, rows, faults, covered, full, onChange, onRemove, onAdd }: SectionProps) {
  const t = useTexts('curricula')
  const id = useId()
  const own = rows.flatMap((row, nth) => (row.term === term ? [{ row, nth }] : []))
  const credits = own.reduce((sum, { row }) => sum + (row.credits ?? 0), 0)
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-8 flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="text-section font-semibold">
          {t('termNth', { nth: term })}
        </h2>
        {own.length > 0 && (
          <span className="tabular text-small text-text-2">{t('creditsSum', { count: credits, credits: number(credits) })}</span>
        )}
      </div>
      {own.length > 0 && (
        <ul className="surface-card mb-2 divide-y divide-line">
          {own.map(({ row, nth }, at) => (
            <li key={nth} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <TextField
                label={t('courseCode')}
                hideLabel={at > 0}
                value={row.course_code}
                onChange={(course_code) => onChange(nth, { course_code })}
                error={faults[nth]?.code}
                maxLength={64}
                className="w-[180px] max-tablet:w-full"
              />
              <NumberField
                label={t('credits')}
                hideLabel={at > 0}
                value={row.credits}
                onChange={(value) => onChange(nth, { credits: value })}
                error={faults[nth]?.credits}
                min={0}
                max={1000}
                step={0.01}
                className="w-[110px]"
              />
              <div className={at > 0 ? 'pt-1' : 'pt-7'}>
                <Checkbox label={t('compulsory')} checked={row.compulsory} onChange={(compulsory) => onChange(nth, { compulsory })} />
              </div>
              <CoveredBy code={row.course_code.trim()} covered={covered} first={at === 0} />
              <div className={at > 0 ? undefined : 'pt-6'}>
                <IconButton label={t('removeCourse', { code: row.course_code || String(at + 1) })} icon={X} onClick={() => onRemove(nth)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <AddButton size="sm" onAdd={onAdd} off={full}>
        {t('addCourse', { nth: term })}
      </AddButton>
    </section>
  )
}

/** Of a code that is saved: the courses there are for it, and how many people of the program are in none of them. */
function CoveredBy({ code, covered, first }: { code: string; covered: Covered | undefined; first: boolean }) {
  const t = useTexts('curricula')
  const found = covered?.items.find(({ course_code }) => course_code === code)
  return (
    <span className={`min-w-[min(200px,100%)] flex-1 self-start text-small text-text-2 ${first ? 'pt-7 max-tablet:pt-0' : 'pt-1.5'}`}>
      {found && (
        <>
          <span className="block wrap-anywhere">
            {found.courses.length === 0 ? t('noCourse') : list([...new Set(found.courses.map(({ name }) => name))].slice(0, 3))}
          </span>
          {covered !== undefined && covered.people > 0 && (
            <span className="tabular block">
              {found.missing === 0 ? t('nobodyLacks') : t('lackIt', { count: found.missing, people: number(covered.people) })}
            </span>
          )}
        </>
      )}
    </span>
  )
}
