// Small packages of lessons for tests, as authors' programs write them and as nobody should.
import { zipOf } from './office.ts'

export type ItemText = { id: string; title?: string; ref?: string; parameters?: string; more?: string; in?: ItemText[] }

const itemXml = ({ id, title = id, ref, parameters, more = '', in: inside = [] }: ItemText): string =>
  `<item identifier="${id}"${ref ? ` identifierref="${ref}"` : ''}${parameters ? ` parameters="${parameters}"` : ''}><title>${title}</title>${more}${inside.map(itemXml).join('')}</item>`

/** A manifest of SCORM 1.2 with one resource for each href; the nth is `r<n>`. */
export const manifest12 = (
  hrefs: string[],
  items: ItemText[] = hrefs.map((_, n) => ({ id: `i${n}`, title: `Lesson ${n + 1}`, ref: `r${n}` })),
  { root = '', resources = '', head = '<?xml version="1.0" encoding="UTF-8"?>' } = {},
): string => `${head}
<manifest identifier="m" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" ${root}>
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>A course of lessons</title>${items.map(itemXml).join('')}</organization></organizations>
  <resources ${resources}>${hrefs.map((href, n) => `<resource identifier="r${n}" type="webcontent" adlcp:scormtype="sco" href="${href}"/>`).join('')}</resources>
</manifest>`

/** The archive of a package of two lessons. */
export const smallPackage = (more: Record<string, Buffer | string> = {}): Buffer =>
  zipOf({
    'imsmanifest.xml': manifest12(['one.html', 'two/two.html']),
    'one.html': '<!doctype html><title>One</title><p>One</p><script src="shared/lesson.js"></script>',
    'two/two.html': '<!doctype html><title>Two</title><p>Two</p>',
    'shared/lesson.js': 'window.lesson = true',
    ...more,
  })
