// A result in one line: per cent, the level of the scale, whether it is passed, whether it is final.
import { CircleCheck, CircleX, LockKeyhole } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { percentText } from './points-text.ts'

type Result = { percent: string | null; letter: string | null; passed: boolean | null }

export function ResultLine({
  result: { percent, letter, passed },
  final,
  large = false,
}: {
  result: Result
  final: boolean
  large?: boolean
}) {
  const t = useTexts('scores')
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={large ? 'tabular font-title text-day font-bold' : 'tabular font-semibold'}>
        {percent === null ? t('noResult') : percentText(percent)}
      </span>
      {letter && <span className={large ? 'text-title font-semibold' : 'font-semibold'}>{letter}</span>}
      {passed !== null && (
        <Chip tone={passed ? 'ok' : 'bad'} icon={passed ? CircleCheck : CircleX}>
          {t(passed ? 'passed' : 'notPassed')}
        </Chip>
      )}
      {final && (
        <Chip tone="outline" icon={LockKeyhole}>
          {t('final')}
        </Chip>
      )}
    </span>
  )
}
