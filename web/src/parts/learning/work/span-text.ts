// A length of time in words: "3 hours".
import { useTexts } from '../../../i18n.ts'
import { span } from './work-state.ts'

export function useSpan(): (seconds: number) => string {
  const t = useTexts('work')
  return (seconds) => {
    const { unit, count } = span(seconds)
    return t(`span.${unit}`, { count })
  }
}
