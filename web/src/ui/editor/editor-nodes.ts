// The nodes and marks of the editor's texts beside the usual ones: pictures that reference an upload, tables and code within the allow-list,
// formulas as LaTeX, mentions.
import { directionOf } from '@lyceum/kit/text/direction'
import { type AnyExtension, type Editor, Extension, Mark, Node, mergeAttributes, textblockTypeInputRule } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import CodeBlockBase from '@tiptap/extension-code-block'
import StarterKit from '@tiptap/starter-kit'
import type { Formula } from './formula-dialog.tsx'
import { showFormula } from '../text/formula-view.ts'
import { showMissing } from '../text/missing-picture.ts'

export type EditorHooks = {
  /** Opens the dialog of the formula at a position of the document. */
  openFormula: (position: number, formula: Formula) => void
  openLink: () => void
  newFormula: () => void
  toToolbar: () => void
  /** The address of an upload's picture for the author. */
  pictureSource: (upload: string) => string | undefined
  /** The text in place of a picture whose file is gone. */
  pictureMissing: () => string
}

const Picture = (hooks: EditorHooks) =>
  Image.extend({
    addAttributes() {
      return {
        ...this.parent?.(),
        upload: {
          default: null,
          parseHTML: (element) => element.getAttribute('data-upload'),
          renderHTML: ({ upload }) => (upload ? { 'data-upload': upload } : {}),
        },
      }
    },
    parseHTML: () => [{ tag: 'img[data-upload]' }, { tag: 'img[src]' }],
    renderHTML: ({ HTMLAttributes: { src, ...rest } }) => ['img', rest['data-upload'] ? rest : { src, ...rest }],
    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('img')
        const applyAttributes = ({ attrs }: typeof node) => {
          dom.alt = attrs.alt ?? ''
          const source = (attrs.upload && hooks.pictureSource(attrs.upload)) || attrs.src
          if (source && dom.getAttribute('src') !== source) {
            delete dom.dataset.missing
            dom.src = source
          } else if (dom.dataset.missing !== undefined) showMissing(dom, hooks.pictureMissing())
          if (attrs.width) dom.setAttribute('width', String(attrs.width))
          else dom.removeAttribute('width')
        }
        dom.addEventListener('error', () => showMissing(dom, hooks.pictureMissing()))
        applyAttributes(node)
        return {
          dom,
          update: (next) => {
            if (next.type !== node.type) return false
            applyAttributes(next)
            return true
          },
        }
      }
    },
  }).configure({ inline: true, allowBase64: false })

/** A link to an upload, which has its address only where the text is read. */
const Attachment = Mark.create({
  name: 'attachment',
  priority: 1100, // before links
  inclusive: false,
  addAttributes: () => ({
    upload: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-upload'),
      renderHTML: ({ upload }) => ({ 'data-upload': upload }),
    },
  }),
  parseHTML: () => [{ tag: 'a[data-upload]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

/** The key that opens a selected formula. */
const openKey = 'Enter'

const formulaNode = (hooks: EditorHooks, block: boolean) =>
  Node.create({
    name: block ? 'formulaBlock' : 'formula',
    group: block ? 'block' : 'inline',
    inline: !block,
    atom: true,
    addAttributes: () => ({
      latex: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-latex'),
        renderHTML: ({ latex }) => ({ 'data-latex': latex }),
      },
    }),
    parseHTML: () => [{ tag: block ? 'div[data-latex]' : 'span[data-latex]' }],
    renderHTML: ({ node, HTMLAttributes }) => [block ? 'div' : 'span', mergeAttributes(HTMLAttributes), node.attrs.latex],
    addNodeView:
      () =>
      ({ node, getPos }) => {
        const dom = document.createElement(block ? 'div' : 'span')
        dom.dataset.latex = node.attrs.latex
        dom.contentEditable = 'false'
        showFormula(dom)
        dom.addEventListener('dblclick', () => {
          const position = getPos()
          if (position !== undefined) hooks.openFormula(position, { latex: node.attrs.latex, block })
        })
        return { dom }
      },
    addKeyboardShortcuts() {
      return {
        [openKey]: ({ editor }: { editor: Editor }) => {
          const { selection } = editor.state
          if (!(selection instanceof NodeSelection) || selection.node.type.name !== this.name) return false
          hooks.openFormula(selection.from, { latex: selection.node.attrs.latex, block })
          return true
        },
      }
    },
  })

const CodeBlock = CodeBlockBase.extend({
  addAttributes: () => ({
    language: {
      default: null,
      parseHTML: (element) => element.querySelector('code')?.getAttribute('data-language') ?? null,
      rendered: false,
    },
  }),
  renderHTML: ({ node }) => ['pre', ['code', node.attrs.language ? { 'data-language': node.attrs.language } : {}, 0]],
})

/** A mark that comes with a text and stays in it; no button makes it. */
const simpleMark = (name: string) =>
  Mark.create({ name, parseHTML: () => [{ tag: name }], renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0] })

const attribute = (name: string, keepOnSplit: boolean) => ({
  [name]: {
    default: null,
    keepOnSplit,
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
    renderHTML: (attributes: Record<string, string | null>) => (attributes[name] === null ? {} : { [name]: attributes[name] }),
  },
})
const textBlocks = ['paragraph', 'heading']
const otherBlocks = ['blockquote', 'bulletList', 'orderedList', 'listItem', 'table', 'tableRow', 'tableCell', 'tableHeader']
/** Attributes of the allow-list that no button sets: a text that has them keeps them. */
const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: [...textBlocks, ...otherBlocks], attributes: { ...attribute('dir', true), ...attribute('id', false) } },
    { types: ['paragraph'], attributes: attribute('lang', true) },
    { types: ['orderedList'], attributes: attribute('reversed', false) },
    { types: ['listItem'], attributes: attribute('value', false) },
  ],
})

/** Blocks are written in the direction in which they are read; the text itself does not hold it. */
const Directions = Extension.create({
  name: 'directions',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: new PluginKey('directions'),
      state: {
        init: (_, { doc }) => directionsOf(doc),
        apply: ({ doc, docChanged }, before) => (docChanged ? directionsOf(doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})
function directionsOf(doc: ProseMirrorNode): DecorationSet {
  const found: Decoration[] = []
  const look = (parent: ProseMirrorNode, start: number, around: string) =>
    parent.forEach((node, offset) => {
      if (!node.isBlock || node.isAtom || node.type.spec.code) return
      const own: string | undefined = node.attrs.dir ?? directionOf(node.textContent)
      if (own && own !== around && !node.attrs.dir)
        found.push(Decoration.node(start + offset, start + offset + node.nodeSize, { dir: own }))
      if (!node.isTextblock) look(node, start + offset + 1, own ?? around)
    })
  look(doc, 0, 'ltr')
  return DecorationSet.create(doc, found)
}

const Keys = (hooks: EditorHooks) =>
  Extension.create({
    name: 'keys',
    addKeyboardShortcuts: () => {
      const handled = (act: () => void) => () => {
        act()
        return true
      }
      return { 'Mod-k': handled(hooks.openLink), 'Mod-Alt-e': handled(hooks.newFormula), 'Alt-F10': handled(hooks.toToolbar) }
    },
  })

/** "# ", "## " and "### " make the three headings of a text, whose title is the first one. */
const HeadingMarks = Extension.create({
  name: 'headingMarks',
  priority: 1000, // before those of the levels' own numbers
  addInputRules() {
    const { heading } = this.editor.schema.nodes
    return heading
      ? [textblockTypeInputRule({ find: /^(#{1,3})\s$/, type: heading, getAttributes: ([, marks = '']) => ({ level: marks.length + 1 }) })]
      : []
  },
})

/** A person, a group or the teachers, by name: one thing in the text, as it is kept in `data-mention`. */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    of: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-mention'),
      renderHTML: ({ of }) => ({ 'data-mention': of }),
    },
    name: {
      default: '',
      parseHTML: (element) => element.textContent?.replace(/^@/, ''),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]', priority: 100 }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, `@${node.attrs.name}`],
  renderText: ({ node }) => `@${node.attrs.name}`,
})

export const extensions = (hooks: EditorHooks, more: AnyExtension[]) => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: 'noopener noreferrer', class: null } },
  }),
  Attachment,
  CodeBlock,
  Picture(hooks),
  // Without widths and column groups, which the allow-list removes.
  Table.extend({ renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]] }).configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  Mention,
  formulaNode(hooks, false),
  formulaNode(hooks, true),
  ...['sub', 'sup', 'mark'].map(simpleMark),
  KeptAttributes,
  Directions,
  HeadingMarks,
  Keys(hooks),
  ...more,
]
