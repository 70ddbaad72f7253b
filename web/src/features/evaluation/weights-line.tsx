// Weights of a work's evaluations, in a sentence.
import { useTexts } from '../../i18n.ts'
import { list, percent } from '../../ui/format.ts'

export type Weights = { teacher: number; self: number; peer: number }
const parts = ['teacher', 'self', 'peer'] as const

export function WeightsLine({ weights }: { weights: Weights }) {
  const t = useTexts('evaluation')
  const all = parts.reduce((sum, part) => sum + weights[part], 0)
  const counted = parts.filter((part) => weights[part] > 0)
  return (
    <p className="text-body">
      {t('counts', { parts: list(counted.map((part) => `${t(`part.${part}`)} ${percent((weights[part] / all) * 100)}`)) })}
    </p>
  )
}
