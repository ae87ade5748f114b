const TABLE =
  'AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,FL florida,GA georgia,HI hawaii,ID idaho,IL illinois,' +
  'IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,' +
  'NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,' +
  'RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,WA washington,WV west virginia,WI wisconsin,WY wyoming,DC D C'

/** Postal codes of the states of the USA, to their names in lower case. */
export const STATES: ReadonlyMap<string, string> = new Map(
  TABLE.split(',').map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
)
