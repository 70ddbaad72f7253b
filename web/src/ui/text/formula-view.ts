// Rendering of LaTeX as MathML; loads with the first formula of a page.
import temml from 'temml'

/** Renders the formula of `data-latex` into its element; an unreadable one stays as LaTeX in a code element. */
export function showFormula(element: HTMLElement) {
  const latex = element.dataset.latex ?? ''
  const box = document.createElement('span')
  try {
    temml.render(latex, box, {
      displayMode: element.localName === 'div',
      throwOnError: true,
      trust: false,
      maxExpand: 500,
      maxSize: [20, 20],
    })
    element.replaceChildren(...box.childNodes)
  } catch {
    const code = document.createElement('code')
    code.textContent = latex
    element.replaceChildren(code)
  }
}
