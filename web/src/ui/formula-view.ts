// LaTeX shown as MathML; loaded with the first formula of a page.
import temml from 'temml'

/** Puts the formula of `data-latex` into its element; one that cannot be read stays as LaTeX, marked. */
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
