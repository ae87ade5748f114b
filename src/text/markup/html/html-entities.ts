const SPACES = 'nbsp ensp emsp thinsp'
const NOTHING = 'shy zwnj zwj lrm rlm'
const CHARACTERS =
  'cent ¢ pound £ curren ¤ yen ¥ euro € sect § copy © reg ® trade ™ deg ° plusmn ± sup1 ¹ sup2 ² sup3 ³ micro µ para ¶ middot · ' +
  'frac14 ¼ frac12 ½ frac34 ¾ iexcl ¡ iquest ¿ times × divide ÷ minus − lowast * ndash – mdash — hellip … bull • prime ′ Prime ″ ' +
  'lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo › larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ ' +
  'le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ radic √ sum ∑ prod ∏ int ∫ part ∂ isin ∈ cap ∩ cup ∪ not ¬ hearts ♥ check ✓ star ☆ numero № ' +
  'num # excl ! percnt % dollar $ ast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ lowbar _ lpar ( rpar ) lsqb [ rsqb ] ' +
  'Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï ' +
  'ETH Ð Ntilde Ñ Ograve Ò Oacute Ó Ocirc Ô Otilde Õ Ouml Ö Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü Yacute Ý THORN Þ szlig ß ' +
  'agrave à aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì iacute í icirc î iuml ï ' +
  'eth ð ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø ugrave ù uacute ú ucirc û uuml ü yacute ý thorn þ yuml ÿ ' +
  'OElig Œ oelig œ Scaron Š scaron š alpha α beta β gamma γ delta δ epsilon ε theta θ lambda λ mu μ pi π rho ρ sigma σ tau τ phi φ omega ω Delta Δ Sigma Σ Omega Ω'

function readTable(): ReadonlyMap<string, string> {
  const parts = CHARACTERS.split(' ')
  return new Map([
    ...SPACES.split(' ').map((name) => [name, ' '] as const),
    ...NOTHING.split(' ').map((name) => [name, ''] as const),
    ...parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]!] as const] : [])),
  ])
}

/** Entities of HTML that pasted text has, beyond the five of XML, to their characters. Names are case-sensitive. */
export const HTML_ENTITIES: ReadonlyMap<string, string> = readTable()
