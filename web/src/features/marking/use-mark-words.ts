// Hook of the words that the layer of marks has in marking.
import { useMemo } from 'react'
import type { MarkWords } from '../../anchors/mark-words.ts'
import { useTexts } from '../../i18n.ts'

export function useMarkWords(): MarkWords {
  const t = useTexts('marking')
  return useMemo(
    () => ({
      kind: (kind) => t(`kind.${kind}`),
      layer: (page, tool) => t('layerKeys', { page, tool: t(`tool.${tool}`) }),
      marksOfPage: (page) => t('marksOfPage', { page }),
      comment: t('tool.comment'),
      remove: t('removeMark'),
      closeComment: t('closeComment'),
      commentText: t('commentText'),
      textOnPage: t('textOnPage'),
    }),
    [t],
  )
}
