// Texts of the reasons why a file or a folder is refused.
import type { Refusal } from './file-rules.ts'
import { useTexts } from '../../../i18n.ts'
import { bytes } from '../../../ui/format.ts'
import type { FolderFault } from './plan.ts'

export function useRefusalText() {
  const t = useTexts('upload')
  return {
    file: ({ code, params = {} }: Refusal): string =>
      code === 'fileUpload.tooLarge'
        ? t('tooLargeFor', { limit: bytes(Number(params.limit)) })
        : code === 'fileUpload.typeError'
          ? params.extensions
            ? t(code, { extensions: String(params.extensions) })
            : params.extension
              ? t('typeNotTaken', { extension: String(params.extension) })
              : t('noExtension')
          : t(code, params as { bytes: number; most: number }),
    folder: ({ code, limit, name = { bytes: 0, most: limit } }: FolderFault): string => t(code, { limit, ...name }),
  }
}
