// Problems of a paper as sentences.
import type { Answer } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'

type Problem = Answer<'GET /api/activities/:id/paper'>['problems'][number]

export function usePaperProblem(): (problem: Problem) => string {
  const t = useTexts('exam-work')
  return ({ code, params: given }) => {
    const params = given as Record<string, string | number>
    return code === 'paper.drawsTooMany'
      ? t('problem.drawsTooMany', { wanted: Number(params.wanted ?? 0), there: Number(params.there ?? 0) })
      : code === 'paper.empty'
        ? t('problem.empty')
        : (translateIfPresent('errors', code, params) ?? t('problem.other', { code }))
  }
}
