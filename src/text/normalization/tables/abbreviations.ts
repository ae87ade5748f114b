import { wordSet } from '../../language/word-set.ts'

/**
 * How an abbreviation is used in its sentence:
 * `title` before a name, with or without a stop; `inside` never last, stop needed; `closing` may end a sentence; `stopped` is
 * the same for what is a word, a name of code or a shorter word without its stop;
 * `numbered` only before a number; `street` only after a name; `any` like `inside`, also without a stop.
 */
type AbbreviationUse = 'title' | 'inside' | 'any' | 'closing' | 'stopped' | 'closing-any' | 'numbered' | 'street'
export type Abbreviation = { readonly say: string; readonly use: AbbreviationUse }

const TABLE: Readonly<Record<AbbreviationUse, string>> = {
  title:
    'pt=point reps=representatives sens=senators drs=doctors govs=governors profs=professors mr=mister mrs=missus ms=ms mx=mix dr=doctor prof=professor st=saint ste=saint messrs=messieurs mme=madame mlle=mademoiselle gen=general ' +
    'lt=lieutenant col=colonel capt=captain sgt=sergeant maj=major cpl=corporal pvt=private adm=admiral cmdr=commander cdr=commander brig=brigadier ' +
    'rev=reverend hon=honorable gov=governor sen=senator rep=representative pres=president supt=superintendent insp=inspector ' +
    'fr=father rt=right sr=sister br=brother mt=mount ft=fort det=detective amb=ambassador hts=heights sec=secretary atty=attorney ald=alderman msgr=monsignor ' +
    'cllr=councillor cllrs=councillors pfc=private_first_class spc=specialist lcpl=lance_corporal ssgt=staff_sergeant msgt=master_sergeant tsgt=technical_sergeant ' +
    'gysgt=gunnery_sergeant smsgt=senior_master_sergeant cmsgt=chief_master_sergeant ens=ensign ltcol=lieutenant_colonel ltgen=lieutenant_general majgen=major_general bdr=bombardier gnr=gunner tpr=trooper rfn=rifleman',
  any: 'nr=near mgmt=management mtg=meeting acct=account ins=insurance vs=versus approx=approximately govt=government dept=department incl=including excl=excluding w/o=without',
  inside:
    'exh=exhibit vit=vitamin rt=route rte=route ver=version gen=general v=versus viz=namely cf=compare ca=circa esp=especially ext=extension attn=attention tel=telephone temp=temperature avg=average max=maximum ' +
    'min=minimum misc=miscellaneous orig=originally dist=district assoc=association asst=assistant cl=clause div=division elev=elevation alt=altitude pop=population mgr=manager natl=national ' +
    'intl=international univ=university inst=institute no=number nos=numbers fig=figure figs=figures vol=volume vols=volumes ch=chapter chap=chapter chp=chapter ' +
    'p=page pp=pages pg=page pgs=pages para=paragraph paras=paragraphs art=article ed=edition eds=editors trans=translated sect=section sec=section ' +
    'op=opus e.g=for_example i.e=that_is c=circa pt=part eq=equation ref=reference refs=references appt=appointment',
  closing:
    'al=al est=established hrs=hours mins=minutes secs=seconds yrs=years wks=weeks mos=months ' +
    'bldg=building apt=apartment rm=room fl=floor ste=suite qty=quantity tbs=tablespoons doz=dozen hosp=hospital dep=deposit ' +
    'inv=invoice lg=large sm=small med=medium ea=each bk=book bks=books chs=chapters char=character chars=characters notif=notification notifs=notifications wt=weight ht=height ' +
    'dims=dimensions pkg=package pkgs=packages mfr=manufacturer mfg=manufacturing mfd=manufactured recd=received req=required reqd=required amt=amount amts=amounts bal=balance ' +
    'pymt=payment pmt=payment pmts=payments chg=charge disc=discount bdrm=bedroom bdrms=bedrooms flr=floor flrs=floors assn=association bldgs=buildings apts=apartments rms=rooms cert=certificate ' +
    'cont=continued conf=conference dir=director enc=enclosure encl=enclosed equiv=equivalent freq=frequency illus=illustrated mem=member pkt=packet prelim=preliminary ' +
    'prob=probably prov=province pub=published reg=regular resp=respectively ret=retired rev=revised sched=schedule soc=society std=standard subj=subject suppl=supplement tot=total treas=treasurer ' +
    'yest=yesterday sgl=single dbl=double mth=month mths=months btwn=between agcy=agency avail=available ctr=center cntr=center comm=committee elem=elementary exec=executive hist=history mkt=market ' +
    'mktg=marketing mun=municipal org=organization phys=physics psych=psychology sci=science utils=utilities veg=vegetable vegs=vegetables mgrs=managers appts=appointments depts=departments ' +
    'dist=district intl=international natl=national govt=government wkly=weekly mthly=monthly qtr=quarter qtrs=quarters yds=yards dozs=dozens secy=secretary assoc=associates anon=anonymous max=maximum min=minimum ' +
    'cmte=committee agg=aggregate mot=motion attys=attorneys bd=board educ=education accum=accumulation rts=routes sh=shares fam=family stmt=statement stmts=statements svc=service svcs=services dlvr=deliver ' +
    'addl=additional addr=address adv=advance agt=agent alum=alumnus anat=anatomy approp=appropriations archit=architecture arrgt=arrangement atty=attorney auth=authorized ' +
    'bkfst=breakfast bldr=builder calc=calculated cath=cathedral chm=chairman circ=circulation coll=college congr=congress constr=construction corr=correspondent cty=county cttee=committee ' +
    'dbls=doubles decl=declaration descr=description diam=diameter dipl=diploma distrib=distribution econ=economics elec=electric encyc=encyclopedia engr=engineer estab=established exch=exchange ' +
    'fcst=forecast gds=goods gtd=guaranteed hdcp=handicap hq=headquarters hwys=highways impr=improved inj=injured instr=instructor insur=insurance jnl=journal jour=journal jt=joint juv=juvenile kitch=kitchen latit=latitude ' +
    'ldr=leader lic=license longit=longitude lvl=level lvls=levels mdse=merchandise mech=mechanical memb=member mgt=management misdem=misdemeanor mthly=monthly mtns=mountains neighb=neighborhood ' +
    'orch=orchestra orchs=orchestras orig=original penin=peninsula pers=personal pharm=pharmacy photog=photographer pkwys=parkways pmts=payments ' +
    'prem=premium proc=proceedings prods=products profs=professors progr=program pubs=publications qual=quality quant=quantity recip=recipient refrig=refrigerator rept=report retd=retired revs=reviews rptd=reported ' +
    'sched=schedule secs=seconds sects=sections seq=sequence sess=session shipt=shipment sr=senior supp=supplement surg=surgery tchr=teacher techs=technicians terr=territory tkt=ticket tkts=tickets twp=township ' +
    'unfurn=unfurnished univ=university util=utilities vocab=vocabulary vols=volumes whse=warehouse wknd=weekend wknds=weekends ' +
    'bsmt=basement blt=built pos=position flt=flight flts=flights plat=platform appl=appliances appls=appliances cor=corner ded=deductible ov=overs ovs=overs spp=species temps=temperatures ingr=ingredients dim=dimensions reb=rebounds ast=assists stl=steals mi=miles det=detached bth=bath bths=baths accts=accounts choc=chocolate deut=deuteronomy exod=exodus eccl=ecclesiastes ezek=ezekiel zech=zechariah thess=thessalonians btn=button btns=buttons ofc=office ofcs=offices usu=usually yrly=yearly bilat=bilateral susp=suspension oint=ointment sz=size dk=dark biol=biology psyc=psychology chem=chemistry engl=english soci=sociology phil=philosophy prev=previous svgs=servings svg=serving bbl=barrel bbls=barrels probs=problems prob=problem neg=negative glos=gloucestershire berks=berkshire bucks=buckinghamshire cambs=cambridgeshire lancs=lancashire leics=leicestershire lincs=lincolnshire northants=northamptonshire notts=nottinghamshire oxon=oxfordshire ' +
    'cllr=councillor cllrs=councillors dwntn=downtown rpt=report rpts=reports sct=scattered cond=condition gd=good occ=occasionally acctg=accounting avl=available ' +
    'shs=shares misd=misdemeanor unlim=unlimited gnd=ground pcs=pieces chk=check vis=visibility ' +
    'staffs=staffordshire wilts=wiltshire worcs=worcestershire herts=hertfordshire hants=hampshire utd=united furn=furnished wty=warranty warr=warranty spd=speed compl=complaint dkt=docket adj=adjusted diff=difference ctn=carton ctns=cartons gdn=garden arr=arrives hols=holidays gl=glass rs=rupees ' +
    'chx=chicken rtes=routes grat=gratuity vill=village jcts=junctions sml=small wht=white brn=brown grn=green gry=gray cr=credit rul=ruling chkn=chicken appr=approved spn=spoons spns=spoons pymts=payments batts=batteries cks=checks txn=transaction txns=transactions sibs=siblings ' +
    'resched=reschedule smkg=smoking cpl=couple srs=seniors blkd=blocked fls=floors cnty=county ' +
    'dia=diameter pwr=power aft=after gk=greek veh=vehicles grp=group grps=groups fert=fertilizer emerg=emergency ans=answer wkday=weekday wkdays=weekdays xfer=transfer xfers=transfers ' +
    'exs=exercises eqs=equations sects=sections pts=points vols=volumes eds=editors nos=numbers figs=figures obj=object exp=expires ' +
    'amort=amortization apprv=approved chgs=charges deliv=delivery depr=depreciation dlvy=delivery dlr=dealer distr=distributor eqpt=equipment ' +
    'estd=established frt=freight guar=guaranteed hdlg=handling immed=immediate indiv=individual invs=invoices lgth=length matl=material ' +
    'matls=materials mtgs=meetings mkts=markets nbr=number ppty=property ptnr=partner purch=purchase qlty=quality qtrly=quarterly rcpt=receipt ' +
    'rcpts=receipts resv=reservation resvs=reservations trfr=transfer usu=usually whsl=wholesale wrnty=warranty attch=attached brk=brick ' +
    'ceil=ceiling ceils=ceilings crpt=carpet frplc=fireplace fplc=fireplace fenc=fenced hrdwd=hardwood hdwd=hardwood hdwds=hardwoods htd=heated ' +
    'lndry=laundry lrg=large lvg=living mstr=master ofcs=offices renov=renovated remod=remodeled spac=spacious strg=storage stn=station ' +
    'upd=updated upgr=upgraded vltd=vaulted cyl=cylinder lthr=leather sunrf=sunroof whls=wheels wndws=windows cinn=cinnamon chpd=chopped ' +
    'ingred=ingredients evap=evaporated bnch=bunch bilat=bilateral immun=immunization vacc=vaccine asgmt=assignment assgn=assignment crs=course ' +
    'geom=geometry rdg=reading rdgs=readings soph=sophomore syll=syllabus wksp=workshop wkshp=workshop gms=games gls=goals tkl=tackles ' +
    'tkls=tackles cldy=cloudy hvy=heavy isol=isolated shwrs=showers shwr=shower tstms=thunderstorms tstm=thunderstorm betw=between hbr=harbor ' +
    'rvr=river spgs=springs sprgs=springs wkend=weekend wkends=weekends biwkly=biweekly wkdys=weekdays msgs=messages rcvd=received cxl=cancel ' +
    'cxld=canceled agmt=agreement agmts=agreements agrmt=agreement amdt=amendment amdts=amendments plf=plaintiff pltf=plaintiff stip=stipulation ' +
    'subd=subdivision subsec=subsection hdg=heading trk=track trks=tracks ' +
    'abbr=abbreviation acad=academy accom=accommodation accomm=accommodation acpt=accept actg=acting actv=active addn=addition ' +
    'addnl=additional adjmt=adjustment admn=admission adms=admissions advsr=advisor advt=advertisement affil=affiliate agrd=agreed ' +
    'agric=agriculture alch=alcohol altern=alternate anniv=anniversary annvs=anniversary answ=answer antq=antique antqs=antiques apmt=apartment ' +
    'applic=application appmt=appointment apprch=approach apprec=appreciated apprx=approximately assem=assembly ' +
    'assgnd=assigned assmbly=assembly assmt=assessment asstd=assorted attchd=attached attd=attended atten=attention avble=available ' +
    'backgd=background backyd=backyard ballrm=ballroom bathrm=bathroom bckyd=backyard bedrm=bedroom bedrms=bedrooms bgn=begin ' +
    'bibliog=bibliography biog=biography biwk=biweekly bkg=booking bkgs=bookings bkr=broker bkt=basket bkyd=backyard blkg=backing ' +
    'blvds=boulevards brd=board brfst=breakfast brkdwn=breakdown brkfst=breakfast brkr=breaker btm=bottom bttls=bottles bttm=bottom bttr=butter ' +
    'busn=business canc=canceled cancd=canceled capac=capacity cashr=cashier catal=catalog categ=category centr=central chapt=chapter ' +
    'chgd=changed chldrn=children chng=change chol=cholesterol chopd=chopped chrg=charge chrgd=charged chrgs=charges clk=clerk clng=ceiling ' +
    'clnt=client clnts=clients clr=clear clrd=cleared clsd=closed cmplt=complete cmpltd=completed cmty=community cncl=cancel cncld=canceled ' +
    'cntnr=container cols=columns commiss=commission commr=commissioner compr=comprehensive concl=conclusion concr=concrete confd=confirmed ' +
    'confid=confidential confs=conferences consec=consecutive consid=considered contd=continued contemp=contemporary contrib=contribution ' +
    'contribs=contributions coord=coordinator corresp=correspondence coun=council counc=council cpn=coupon cpns=coupons cpt=captain crd=card ' +
    'crdt=credit crmy=creamy crshd=crushed crtyd=courtyard cumul=cumulative cupbd=cupboard currclm=curriculum custod=custodian dbt=debit ' +
    'decd=deceased deg=degree degs=degrees deld=delivered delvd=delivered dely=delivery demog=demographic descrip=description devel=development ' +
    'devt=development diffs=differences dimens=dimensions discont=discontinued discp=discipline dishwshr=dishwasher dlvd=delivered ' +
    'dlvrd=delivered dlvry=delivery dlx=deluxe dmg=damage dmgd=damaged dnr=dinner docmt=document dpst=deposit dpt=department drg=drawing ' +
    'drwr=drawer drwrs=drawers dryr=dryer dscnt=discount dscnts=discounts dwg=drawing dwgs=drawings dwn=down dwnld=download ' +
    'edn=education effic=efficiency electr=electrical elig=eligible empl=employee empls=employees encls=enclosures ' +
    'endg=ending enr=enrollment enrl=enroll enrlmt=enrollment entr=entrance eqp=equipment estb=established estm=estimate ests=estimates ' +
    'exc=excellent exctv=executive exmpt=exempt expd=expedited expdtd=expedited exper=experience expir=expiration expl=explanation expns=expense ' +
    'expnss=expenses expt=experiment exter=exterior extr=extra facil=facilities famrm=family_room fclty=facility fcsts=forecasts fcty=factory ' +
    'fdbk=feedback fireplc=fireplace fldr=folder fluct=fluctuation flurs=flurries flw=follow flwg=following fncd=fenced fnl=final fol=following ' +
    'foll=following follg=following frcst=forecast frgt=freight frnt=front frsh=fresh frz=freeze frzg=freezing frzn=frozen ftbl=football ' +
    'fwdg=forwarding genl=general govmt=government govnt=government govtl=governmental grd=ground grnd=ground grs=gross grtd=grated ' +
    'gtee=guarantee handbk=handbook hdbk=hardback hdqtrs=headquarters hdwe=hardware hdwr=hardware hgt=height ' +
    'hlth=health hly=hourly holdg=holding homewk=homework horiz=horizontal hosps=hospitals hrdwr=hardware hrly=hourly hse=house hsg=housing ' +
    'hshld=household hwk=homework immac=immaculate impt=important inbd=inbound incld=included inclds=includes incls=includes incmg=incoming ' +
    'indef=indefinite indep=independent indl=industrial infmn=information initl=initial inpt=inpatient inqs=inquiries insd=insured ' +
    'instal=installment instl=install instld=installed instlmt=installment instn=institution instrs=instructions interm=intermediate ' +
    'intermit=intermittent invc=invoice invcs=invoices invt=inventory irreg=irregular itm=item itms=items jalap=jalapeno jnr=junior ' +
    'judg=judgment junc=junction kybd=keyboard lav=lavatory lbry=library ldry=laundry lectr=lecturer lge=large lgl=legal lgn=lagoon ' +
    'liab=liability libr=library lics=licenses livrm=living_room lmt=limit lmtd=limited lndscp=landscape lns=loans ' +
    'locs=locations lrm=living_room ltr=letter ltrs=letters lwr=lower manuf=manufacturer mbath=master_bath mbrs=members mdl=model mdls=models ' +
    'mdt=moderate mgd=managed mgmnt=management mincd=minced mktpl=marketplace mnth=month mnthly=monthly mnths=months mstbr=master_bedroom ' +
    'mtge=mortgage neces=necessary necy=necessary negot=negotiable nghbrs=neighbors nonsmkg=nonsmoking ntc=notice ' +
    'ntwk=network nutr=nutrition obsv=observe occas=occasional occup=occupation offcl=official ' +
    'oppor=opportunity oppr=opportunity oppty=opportunity ords=orders oreg=oregano orgn=organization otbd=outbound outbd=outbound outg=outgoing ' +
    'outpt=outpatient outst=outstanding ovcst=overcast ovr=over ovrcst=overcast ovrnt=overnight ovt=overtime ownr=owner ' +
    'pamph=pamphlet parl=parliament partic=particular partn=partner patd=patented payt=payment pckg=package pckup=pickup pcpn=precipitation ' +
    'pct=percent pdr=powder pend=pending persp=perspective pfd=preferred pgms=programs phot=photograph pkgd=packaged pkng=parking pkts=packets ' +
    'pkup=pickup plyr=player plyrs=players pnch=pinch pnl=panel postg=postage ppd=prepaid prac=practice pract=practice ' +
    'prcp=precipitation prepd=prepared presc=prescription prescr=prescription prgm=program prgms=programs prkg=parking prkng=parking ' +
    'procd=processed procg=processing provd=provided prsnt=present prvs=previous psgr=passenger psgrs=passengers pstg=postage ptd=painted ' +
    'publ=published pwdr=powder pymnt=payment pymnts=payments qnty=quantity qstn=question qstns=questions quals=qualifications rcd=received ' +
    'rcrd=record rcrds=records rcv=receive rcvr=receiver rdy=ready recmd=recommended recom=recommended rect=rectangular recv=receive ' +
    'recvd=received refd=refund refrg=refrigerate regd=registered reimb=reimbursement remdl=remodel remitt=remittance ' +
    'reprs=repairs reqmt=requirement reqmts=requirements reqst=request reqt=requirement reqts=requirements resid=residential respy=respectively ' +
    'revd=reverend rfl=refill rfnd=refund rfnds=refunds rfrsh=refresh rgt=right rls=release rlsd=released rmdl=remodeled rmdld=remodeled ' +
    'rmv=remove rnds=rounds rpr=repair rprs=repairs rqd=required rqst=request rqsts=requests rsn=reason rspns=response rstd=roasted ' +
    'rsvn=reservation rsvns=reservations rtn=return rtng=rating rtns=returns rtrn=return rtrns=returns rvw=review rvws=reviews sbmt=submit ' +
    'schd=schedule schdl=schedule schedd=scheduled schls=schools schol=scholarship schs=schools scty=security servs=services sgd=signed ' +
    'sgls=singles sgnd=signed shftg=shifting shlvs=shelves shpd=shipped shpg=shipping shpmt=shipment shpt=shipment shrd=shredded shrdd=shredded ' +
    'shrs=showers shts=sheets slcd=sliced slctd=selected slry=salary smpl=sample sngl=single snr=senior spcl=special spclty=specialty ' +
    'spcs=spaces spkr=speaker spkrs=speakers splr=supplier spprt=support sppt=support sprk=sprinkler sprnkl=sprinkle srvc=service srvcs=services ' +
    'stdnt=student stdnts=students stk=stock stlmt=settlement stmnt=statement strt=start strwb=strawberry sttmt=statement subscr=subscription ' +
    'subst=substitute sunrm=sunroom suptd=supported supv=supervisor supvr=supervisor surr=surrounding symph=symphony sympt=symptoms syst=system ' +
    'systs=systems tchrs=teachers techn=technician tempy=temporary thckn=thicken theat=theater theol=theology therap=therapy thndr=thunder ' +
    'tml=terminal tmps=temperatures tnpk=turnpike tourn=tournament tpk=turnpike traf=traffic transf=transfer ' +
    'transm=transmission transp=transportation transpt=transport trav=travel trml=terminal trng=training trnsf=transfer trnsfr=transfer ' +
    'trpl=triple trsfr=transfer tstrm=thunderstorm tstrms=thunderstorms twnhs=townhouse twnhse=townhouse txbl=taxable ' +
    'unabr=unabridged unav=unavailable unavail=unavailable uncov=uncovered undgrd=underground unexp=unexpired unfin=unfinished ' +
    'unsalt=unsalted unsat=unsatisfactory unslt=unsalted updt=update updtd=updated updts=updates upgrd=upgrade upgrds=upgrades uphol=upholstery ' +
    'uppr=upper upstr=upstairs upstrs=upstairs usrs=users utls=utilities vac=vacancy vacn=vacation vart=variety vehs=vehicles vend=vendor ' +
    'verif=verification viol=violation vits=vitamins vlv=valve vndr=vendor vndrs=vendors vngr=vinegar vsby=visibility vstr=visitor ' +
    'vstrs=visitors vtd=voted vws=views wdrl=withdrawal wdrls=withdrawals wdw=window wghts=weights wgt=weight whlchr=wheelchair whpd=whipped ' +
    'wkdy=weekday wkg=working wklds=workloads wkr=worker wkrs=workers wksht=worksheet wkshts=worksheets wkst=workstation wndw=window ' +
    'wrhs=warehouse wrkg=working wrkshp=workshop wshr=washer wtd=wanted wthdrl=withdrawal wtr=water wtrprf=waterproof ' +
    'xcel=excellent xfmr=transformer xlnt=excellent yrend=year_end ' +
    'ala=alabama ariz=arizona ark=arkansas calif=california colo=colorado conn=connecticut del=delaware fla=florida ga=georgia ill=illinois ' +
    'ind=indiana kan=kansas ky=kentucky la=louisiana mass=massachusetts mich=michigan minn=minnesota miss=mississippi mo=missouri mont=montana ' +
    'neb=nebraska nev=nevada okla=oklahoma ore=oregon pa=pennsylvania penn=pennsylvania tenn=tennessee tex=texas va=virginia wash=washington ' +
    'vt=vermont wis=wisconsin wyo=wyoming ont=ontario que=quebec',
  stopped:
    'dem=democratic sib=sibling marg=margarine mil=military ev=every alloc=allocation contr=contractor cust=customer custs=customers eff=effective incr=increase maint=maintenance oper=operations pd=paid ' +
    'perf=performance prin=principal proj=project projs=projects repl=replacement ser=series sys=system typ=typical unk=unknown var=various ' +
    'balc=balcony cov=covered priv=private choc=chocolate bx=box bxs=boxes ped=pediatric sev=severe susp=suspension lec=lecture lect=lecture ' +
    'lects=lectures prereq=prerequisite prereqs=prerequisites lgt=light mst=mostly ptly=partly isl=island lk=lake riv=river sch=school ' +
    'vil=village hol=holiday fwd=forward aff=affidavit const=constitution jud=judicial cfg=config cmd=command cmds=commands impl=implementation ' +
    'num=number nums=numbers param=parameter params=parameters pwd=password src=source vv=verses displ=displacement rel=released aux=auxiliary ' +
    'equip=equipment lang=language opt=optional sig=signature clos=closet eng=engine leath=leather ' +
    'env=envelope norm=normal fac=faculty stud=student studs=students tut=tutorial gm=game opp=opponent hum=humidity precip=precipitation ' +
    'scat=scattered cem=cemetery eves=evenings ack=acknowledge juris=jurisdiction ord=ordinance deft=defendant arch=architecture dest=destination ' +
    'accel=acceleration allow=allowance annot=annotated artic=article aud=auditorium bur=bureau cand=candidate cands=candidates ' +
    'certs=certificates coeff=coefficient comb=combined comf=comfortable commun=communication condit=condition cons=consumer consol=consolidated ' +
    'conv=convertible cum=cumulative dent=dental desc=description dets=details diag=diagram dupl=duplicate elect=electric ' +
    'emer=emergency emp=employee employ=employment ent=entertainment eval=evaluation evals=evaluations evid=evidence exer=exercise ' +
    'feat=featuring fem=female fict=fiction finan=financial frm=from geog=geography geol=geology gro=grocery hyd=hydraulic ident=identification ' +
    'imag=imaging indus=industry ital=italian lam=laminated laun=laundry legis=legislature lett=lettuce lim=limited liq=liquid lux=luxury ' +
    'mand=mandatory marin=marinated mems=members monit=monitor mort=mortgage moz=mozzarella mozz=mozzarella mult=multiple narr=narrow ' +
    'nec=necessary neigh=neighborhood nurs=nursing oblig=obligation orgs=organizations parm=parmesan pass=passenger prec=precipitation ' +
    'pred=predicted pref=preferred prefs=preferences prim=primary procs=procedures prog=program progs=programs prot=protein prox=proximity ' +
    'ques=question quot=quotation recs=recommendations refr=refrigerator regl=regional rem=remaining reqs=requirements ' +
    'sel=selected sem=semester sep=separate serv=serving signf=significant sol=solution spect=spectacular stor=storage ' +
    'struct=structure suburb=suburban suff=sufficient sugg=suggested toms=tomatoes trad=traditional tuit=tuition ult=ultimate ' +
    'unempl=unemployment unif=uniform vals=values vert=vertical voc=vocational yog=yogurt ' +
    'err=error errs=errors lib=library germ=germinates mod=moderate',
  'closing-any':
    'etc=et_cetera inc=incorporated ltd=limited corp=corporation co=company bros=brothers jr=junior sr=senior esq=esquire',
  numbered:
    'doc=document term=terminal rwy=runway mag=magnitude grp=group tu=tuesday ct=court ll=lines disp=dispense att=attendance arts=articles ph=phone sc=scene ep=episode eps=episodes gr=grade fn=footnote fns=footnotes app=appendix tbl=table iss=issue thm=theorem jct=junction cl=clause rt=route rte=route hwy=highway wk=week yr=year pg=page sect=section eq=equation para=paragraph q=question ex=example mod=module lvl=level no=number nos=numbers fig=figure vol=volume ch=chapter p=page pp=pages art=article sec=section pt=part op=opus mk=mark ver=version',
  street:
    'gr=grove cl=close st=street sts=streets ave=avenue aves=avenues rds=roads terr=terrace av=avenue blvd=boulevard rd=road ln=lane dr=drive ct=court pl=place pkwy=parkway hwy=highway sq=square ter=terrace ' +
    'cir=circle expy=expressway fwy=freeway tpke=turnpike mt=mountain mtn=mountain cres=crescent gdns=gardens sta=station aly=alley xing=crossing trl=trail tr=trail brg=bridge jct=junction hts=heights plz=plaza wy=way pk=park bldg=building',
}

function readTable(): ReadonlyMap<string, readonly Abbreviation[]> {
  const table = new Map<string, Abbreviation[]>()
  for (const [use, entries] of Object.entries(TABLE) as [AbbreviationUse, string][]) {
    for (const entry of entries.split(' ')) {
      const [short, long] = entry.split('=') as [string, string]
      table.set(short, [...(table.get(short) ?? []), { say: long.replaceAll('_', ' '), use }])
    }
  }
  return table
}

/** Abbreviations in lower case without their last stop, with the words they abbreviate, by use. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly Abbreviation[]> = readTable()

/** What a token abbreviates. A capital inside a word shows it to be another: `VaR`, but `GySgt`. */
export function findUses(text: string, lower: string): readonly Abbreviation[] | undefined {
  const uses = ABBREVIATIONS.get(lower)
  return uses !== undefined && /[a-z][A-Z]/.test(text) ? uses.filter(({ use }) => use === 'title') : uses
}

/** Titles that are usual without a stop, as in British English. */
export const DOTLESS_TITLES = wordSet(
  'mr mrs ms mx dr prof st messrs mme mlle capt sgt lt rev cllr cllrs cpl pvt pfc lcpl ssgt msgt tsgt gysgt smsgt cmsgt ltcol ltgen majgen cmdr cdr maj insp supt bdr gnr tpr rfn fr br',
)

/** Abbreviations that keep their sense only before a figure; otherwise the letters are a word (`no`, `art`, `fig`). */
export const NEEDS_FIGURE = wordSet(
  'doc mag term rwy tu disp arts ph no nos cl alt pop wk yr rt rte hwy q ex mod lvl fig figs vol vols ch p pp pg pgs art sec sect pt op para paras v c ed max min eq ext ref refs chap ca',
)
