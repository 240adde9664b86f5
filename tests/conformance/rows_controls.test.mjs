// Rows about what drives, senses, ties and describes a model (ELEM, FEAT and CLAR of the overview): small models each, compiled
// the same, or refused, by both engines, and moving the same for some steps.
import { arm, ball, geomKinds, list, plane, testRows, world } from './small_models.mjs';

/** Row: models. @type {Record<string, string[]>} */
const rows = {};

const actuated = (/** @type {string} */ actuators) =>
  arm(
    'damping=".1"',
    '<body name="c" pos="0 0 .2"><geom name="tip" size=".05"/><site name="rod"/></body>',
    `<tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="k" coef="1"/></fixed></tendon><actuator>${actuators}</actuator>`,
  );
const drives =
  list(`motor | position kp="5" | position kp="5" kv="1" | position kp="5" dampratio="1" | position kp="5" dampratio="1" kv="1"
  | position kp="5" timeconst=".1" | position inheritrange="1" | velocity kv="3" | intvelocity kp="3" actrange="-1 1" | intvelocity kp="3"
  | damper kv="3" ctrlrange="0 1" | damper kv="3" ctrlrange="-1 1" | damper kv="3" | cylinder timeconst=".1" area="2" bias="1 2 3"
  | cylinder diameter=".2" | muscle | muscle range=".8 1.1" lengthrange="0 1" | adhesion gain="2" ctrlrange="0 1"
  | general gainprm="2" biastype="affine" biasprm="1 2 3" | general dyntype="integrator" | general dyntype="filter" dynprm=".1"
  | general dyntype="filterexact" dynprm=".1" | general dyntype="muscle" gaintype="muscle" biastype="muscle" lengthrange="0 1"
  | general dyntype="user" actdim="2" | general actdim="2" | general dyntype="integrator" actdim="0" | dcmotor
  | general actlimited="true" dyntype="integrator" | general actrange="-1 1" dyntype="integrator" actearly="true" | motor ctrllimited="true"
  | motor ctrlrange="-1 1" forcerange="-.1 .1" | motor ctrlrange="1 -1" | motor delay=".01" nsample="3" | motor delay=".01" | motor nsample="3"`);
rows['ELEM-57 to 60: actuators'] = [
  ...drives.flatMap((d) =>
    [
      'joint="j"',
      'tendon="t"',
      ...(d === 'motor'
        ? list(`jointinparent="j" | site="s" | site="s" refsite="w" gear="1 2 3 .1 .2 .3" | body="c" | cranksite="s" slidersite="w" cranklength=".5"
  | cranksite="s" slidersite="w" cranklength="5" | cranksite="s" slidersite="w" | cranksite="s" slidersite="w" cranklength="0" | cranksite="s"
  | slidersite="w" cranklength="1" | joint="j" tendon="t" |  | joint="none" | refsite="w" | joint="j" gear="0" | joint="j" gear="1 2 3 4 5 6"
  | joint="j" group="3" | joint="j" user="1 2" | joint="j" cranklength="-1"`)
        : []),
    ].map((t) => actuated(`<${d} ${t}/>`)),
  ),
  actuated('<adhesion body="c" gain="2" ctrlrange="0 1"/>'),
  actuated('<adhesion body="none" gain="2" ctrlrange="0 1"/>'),
];
const object = { site: 's', joint: 'j', tendon: 't', actuator: 'm', body: 'b' };
const sensors = [
  'touch site="s"',
  'accelerometer site="s"',
  'velocimeter site="s"',
  'gyro site="s"',
  'force site="s"',
  'torque site="s"',
  'magnetometer site="s"',
  'rangefinder site="s"',
  'rangefinder site="s" data="dist point normal depth"',
  'rangefinder site="s" data="normal dist"',
  'rangefinder camera="cam"',
  'camprojection site="w" camera="cam"',
  'jointpos joint="j"',
  'jointvel joint="j"',
  'tendonpos tendon="t"',
  'tendonvel tendon="t"',
  'actuatorpos actuator="m"',
  'actuatorvel actuator="m"',
  'actuatorfrc actuator="m"',
  'jointactuatorfrc joint="j"',
  'tendonactuatorfrc tendon="t"',
  'ballquat joint="j"',
  'ballangvel joint="j"',
  'jointlimitpos joint="k"',
  'jointlimitvel joint="k"',
  'jointlimitfrc joint="k"',
  'tendonlimitpos tendon="t"',
  'tendonlimitvel tendon="t"',
  'tendonlimitfrc tendon="t"',
  ...list(
    `framepos | framequat | framexaxis | framelinvel | frameangvel | framelinacc | frameangacc`,
  ).flatMap((f) =>
    list(`body="b" | xbody="b" | geom="gb" | site="s" | camera="cam" | joint="j"`).map(
      (o) => `${f} objtype="${o.split('=')[0]}" objname=${o.split('=')[1]}`,
    ),
  ),
  'framepos objtype="body" objname="b" reftype="site" refname="w"',
  'framelinvel objtype="site" objname="s" reftype="body" refname="a"',
  'framelinacc objtype="site" objname="s" reftype="body" refname="a"',
  'subtreecom body="a"',
  'subtreelinvel body="a"',
  'subtreeangmom body="a"',
  'insidesite objtype="body" objname="b" site="w"',
  'distance geom1="ga" geom2="gb" cutoff="1"',
  'normal geom1="ga" body2="b" cutoff="1"',
  'fromto geom1="gb" geom2="floor2" cutoff="3"',
  'contact geom1="ga" num="2" data="found force"',
  'contact',
  'e_potential',
  'e_kinetic',
  'clock',
  'user dim="3" needstage="vel"',
  'user dim="0"',
  'user dim="2" datatype="quaternion"',
  'user dim="4" datatype="quaternion" needstage="pos"',
  'user objtype="body" objname="b" dim="1"',
  'user objtype="body" dim="1"',
  'tactile geom="ga" mesh="none"',
];
rows['ELEM-61,62,63: sensors'] = [
  ...sensors.flatMap((s) =>
    list(`cutoff=".5" | noise=".1" | cutoff="-1"`)
      .filter((a) => !a || !s.includes('cutoff'))
      .map((a) => `<${s} ${a}/>`),
  ),
  ...Object.entries(object).map(
    ([kind]) =>
      `<${{ site: 'touch', joint: 'jointpos', tendon: 'tendonpos', actuator: 'actuatorpos', body: 'subtreecom' }[kind]} ${kind}="none"/>`,
  ),
  '<jointpos joint="j" delay=".01" nsample="3"/>',
  '<jointpos joint="j" nsample="3" interval=".01"/>',
  '<jointpos joint="j" nsample="3" interval=".01 .003" interp="linear"/>',
  '<jointpos joint="j" delay=".01"/>',
  '<jointpos joint="j" user="1 2"/>',
  '<plugin plugin="none"/>',
].map((s) =>
  arm(
    'range="-10 90"',
    '<camera name="cam" resolution="3 2"/>',
    `<tendon><fixed name="t" range="0 .1"><joint joint="j" coef="1"/><joint joint="k" coef="1"/></fixed></tendon><actuator><motor name="m" joint="j"/></actuator><sensor>${s}</sensor>`,
  ),
);
const tied = (/** @type {string} */ equalities) =>
  world(
    `<body name="p" pos="0 0 1"><joint name="j" axis="0 1 0"/><geom name="gp" size=".1" pos=".2 0 0"/><site name="s1" pos=".2 0 0"/></body><body name="q" pos="1 0 1"><joint name="k" axis="1 0 0"/><geom name="gq" size=".1" pos="0 .2 0"/><site name="s2" euler="10 20 30"/></body><body name="r" pos="2 0 0"><joint name="l" type="ball"/><geom size=".1"/></body>`,
    `<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed><fixed name="u"><joint joint="k" coef="2"/></fixed></tendon><equality>${equalities}</equality>`,
  );
rows['ELEM-65 to 69: equalities'] = [
  ...list(`body1="p" body2="q" anchor="1 2 3" | body1="p" anchor=".1 0 0" | body1="p" body2="p" anchor="0 0 0" | body1="p" body2="q"
  | body1="none" anchor="0 0 0" | site1="s1" site2="s2" | site1="s1" | site1="s1" body2="q" anchor="0 0 0" | body2="q" anchor="0 0 0"
  | body1="world" body2="q" anchor="0 0 0" | `).map((a) => `<connect ${a}/>`),
  ...list(`body1="p" body2="q" | body1="p" | body1="p" body2="q" relpose="0 0 1 1 0 0 0" | body1="p" body2="q" relpose="0 0 1 0 0 0 0"
  | body1="p" body2="q" anchor=".1 .2 .3" | body1="p" body2="q" torquescale="0" | body1="p" body2="q" torquescale="-1" | site1="s1" site2="s2"
  | site1="s1" site2="s2" relpose="0 0 0 1 0 0 0" | body1="p" body2="p" | `).map(
    (a) => `<weld ${a}/>`,
  ),
  ...list(`joint1="j" joint2="k" | joint1="j" | joint1="j" polycoef=".1" | joint1="j" joint2="k" polycoef=".1 1 .2 .3 .4" | joint1="j" joint2="l" | joint1="l"
  | joint1="j" joint2="j" | joint1="none" | `).map((a) => `<joint ${a}/>`),
  ...list(
    `tendon1="t" tendon2="u" | tendon1="t" | tendon1="t" tendon2="u" polycoef=".1 1 .2 .3 .4" | tendon1="t" tendon2="t" | tendon1="none" | `,
  ).map((a) => `<tendon ${a}/>`),
  ...list(
    `active="false" | solref="-100 -10" | solref=".01 2" | solimp=".5 .6 .1 .3 3" | solref="-1 1" | class="none"`,
  ).map((a) => `<connect body1="p" body2="q" anchor=".1 0 0" ${a}/>`),
  '<flex flex="none"/>',
  '<distance geom1="gp" geom2="gq" distance=".1"/>',
].map(tied);
const paired = (/** @type {string} */ contact) =>
  world(
    `${plane}${ball}<body name="r" pos=".15 0 .1"><freejoint/><geom name="rg" size=".1"/><geom name="rh" size=".05" pos="0 .12 0"/></body>`,
    `<contact>${contact}</contact>`,
  );
rows['ELEM-73,74: pairs and excludes'] = [
  ...list(`condim="1" | condim="6" | condim="2" | friction="1 2 3 4 5" | friction=".1" | solref="-100 -10" | solimp=".5 .6" | margin=".1" | margin=".1" gap=".05"
  | gap="-.1" | solreffriction="-100 -10" | name="n"`).map(
    (a) => `<pair geom1="bg" geom2="rg" ${a}/>`,
  ),
  '<pair geom1="rg" geom2="rh"/>',
  '<pair geom1="bg" geom2="bg"/>',
  '<pair geom1="bg"/>',
  '<pair geom1="bg" geom2="none"/>',
  '<pair geom1="bg" geom2="rg"/><pair geom1="rg" geom2="bg"/>',
  '<pair geom1="bg" geom2="rg"/><exclude body1="ball" body2="r"/>',
  '<exclude body1="ball" body2="r"/>',
  '<exclude body1="r" body2="ball"/><exclude body1="ball" body2="r"/>',
  '<exclude body1="ball" body2="world"/>',
  '<exclude body1="ball" body2="ball"/>',
  '<exclude body1="ball"/>',
  '<exclude body1="ball" body2="none"/>',
  '<exclude name="n" body1="ball" body2="r"/>',
].map(paired);
rows['ELEM-75 to 79: custom data'] = [
  ...list(`<numeric name="n" data="1 2 3"/> | <numeric name="n" size="5" data="1 2 3"/> | <numeric name="n" size="2" data="1 2 3"/>
  | <numeric name="n" size="3"/> | <numeric name="n"/> | <numeric data="1"/> | <numeric name="n" size="0"/> | <numeric name="n" size="-1"/>
  | <text name="t" data="hello"/> | <text name="t" data=""/> | <text name="t"/> | <text data="x"/> | <text name="t" data="a &amp; &quot;b&quot; &#9;"/>
  | <tuple name="u"><element objtype="body" objname="ball"/><element objtype="geom" objname="bg" prm="2.5"/></tuple> | <tuple name="u"/>
  | <tuple name="u"><element objtype="tuple" objname="v"/></tuple><tuple name="v"><element objtype="body" objname="ball"/></tuple>
  | <tuple name="u"><element objtype="tuple" objname="u"/></tuple> | <tuple name="u"><element objtype="none" objname="ball"/></tuple>
  | <tuple name="u"><element objtype="body" objname="none"/></tuple> | <tuple name="u"><element objtype="xbody" objname="ball"/></tuple>
  | <tuple name="u"><element objname="ball"/></tuple>
  | <tuple name="u"><element objtype="key" objname="k"/><element objtype="numeric" objname="n"/></tuple><numeric name="n" data="1"/>
  | <numeric name="n" data="1"/><numeric name="n" data="2"/> | <text name="n" data="1"/><numeric name="n" data="2"/>
  | <!-- a comment --><numeric name="n" data="1"/>`).map((c) =>
    world(plane + ball, `<custom>${c}</custom><keyframe><key name="k"/></keyframe>`),
  ),
  ...list(
    `nuser_body | nuser_jnt | nuser_geom | nuser_site | nuser_cam | nuser_tendon | nuser_actuator | nuser_sensor`,
  ).flatMap((n) =>
    list(`0 | 1 | 3 | -1 | -2`).map((v) =>
      arm(
        'user="1 2"',
        '<camera user="7"/><site user="4"/><geom size=".1" user="1 2 3"/><body user="5 6"/>',
        `<size ${n}="${v}"/><tendon><fixed user="1"><joint joint="j" coef="1"/></fixed></tendon><actuator><motor joint="j" user="1 2"/></actuator><sensor><clock user="8"/></sensor>`,
      ),
    ),
  ),
  ...list(
    `nuserdata="5" | nuserdata="-1" | nkey="3" | nkey="-1" | nkey="-2" | njmax="10" | nconmax="5" | nstack="1000" | memory="1M"`,
  ).map((s) => world(plane + ball, `<size ${s}/>`)),
];
rows['ELEM-80: keyframes'] =
  list(`time="3" | time="-1" | qpos="1 2" | qpos="1" | qpos="1 2 3" | qvel="1 2" | qvel="1" | act=".5" | act="1 2" | ctrl="1 2" | ctrl="1" | mpos="1 2 3"
  | mpos="1 2" | mquat="0 1 0 0" | mquat="0 0 0 0" | mquat="1 2 3 4" | name="a" | name="a" qpos="1 2"/><key name="a"
  | name="a" qpos="1 2"/><key name="b" ctrl=".1 .2"`).map((k) =>
    arm(
      '',
      '',
      `<actuator><motor joint="j"/><general joint="k" dyntype="integrator"/></actuator><keyframe><key ${k}/></keyframe>`,
    ).replace(
      '<site',
      '<body name="mo" mocap="true" pos="3 0 0" euler="0 0 30"><geom size=".1"/></body><site',
    ),
  );
rows['FEAT-25: defaults'] =
  list(`<default><geom size=".2"/></default> | <default class="main"><geom size=".2"/></default> | <default class="x"><geom size=".2"/></default>
  | <default><geom size=".2"/><default class="x"><geom rgba="1 0 0 1"/></default></default>
  | <default><default class="x"><geom rgba="1 0 0 1" size=".1"/><default class="y"><geom size=".3"/></default></default></default>
  | <default><default><geom size=".2"/></default></default> | <default><default class="x"/><default class="x"/></default>
  | <default class="x"/><default class="x"/> | <default><geom size=".2"/></default><default><site size=".3"/></default>
  | <default><motor ctrlrange="-1 1"/><general gainprm="3"/></default> | <default><position kp="3"/><velocity kv="4"/></default>
  | <default><mesh scale="2 2 2"/><material rgba="1 0 0 1"/><equality solref="1 1"/><tendon width="2"/><camera fovy="3"/><light active="false"/><pair condim="1"/></default>
  | <default><joint type="ball"/></default> | <default><geom name="a"/></default>`).flatMap((d) =>
    list(`class="x" | class="y" | class="main"`).map(
      (c) =>
        `<mujoco>${d}<worldbody><body childclass="${c ? c.slice(7, -1) : 'main'}"><joint/><geom ${c}/><frame childclass="main"><geom/></frame><site/></body></worldbody></mujoco>`,
    ),
  );
rows['CLAR-05,06: defaults of units, angles'] =
  list(`<compiler angle="degree"/> | <compiler angle="radian"/> | <compiler angle="grad"/> | <compiler eulerseq="XYZ"/> | <compiler eulerseq="zyx"/>
  | <compiler eulerseq="xy"/> | <compiler eulerseq="abc"/> | <compiler autolimits="false"/>
  | <option gravity="0 0 -981" density="1.2" viscosity=".1" wind="1 2 3"/> | <option gravity="0 0"/> | <compiler boundmass=".1" boundinertia=".2"/>
  | <compiler settotalmass="3"/> | <compiler inertiafromgeom="true"/> | <compiler inertiafromgeom="false"/> | <compiler inertiagrouprange="1 2"/>
  | <compiler balanceinertia="true"/> | <compiler alignfree="true"/> | <compiler usethread="false"/> | <compiler discardvisual="true"/>
  | <compiler fusestatic="true"/> | <compiler coordinate="global"/> | <compiler coordinate="local"/>`).flatMap(
    (c) => [
      `<mujoco>${c}<worldbody><body euler="10 20 30"><joint range="-1 1" axis="0 1 0" ref=".3" springref=".2" stiffness="1"/><geom size=".1 .2 .3" type="ellipsoid" pos=".1 .2 .3" axisangle="0 0 1 1"/><body pos=".3 0 0"><inertial pos=".1 0 0" mass="1" diaginertia=".1 .1 .1"/><joint type="ball" range="0 1"/><geom group="1" contype="0" conaffinity="0" size=".1"/></body><body><geom size=".2" pos="0 1 0"/></body></body></worldbody><sensor><clock/></sensor></mujoco>`,
      `<mujoco>${c}<worldbody><body pos="1 2 3" euler="10 20 30"><freejoint/><geom size=".1 .2 .3" type="box" pos=".1 .2 .3" euler="1 2 3"/></body></worldbody></mujoco>`,
    ],
  );
rows['CLAR-22,23,24,30: masses, shells, aligned frames'] = geomKinds
  .slice(1)
  .flatMap((type) =>
    list(`shellinertia="true" | mass="2" | mass="2" shellinertia="true" | density="10"`).flatMap(
      (a) =>
        list(
          `<freejoint/> | <freejoint align="true"/> | <freejoint align="false"/> | <freejoint align="auto"/> | <joint type="free" align="true"/> | <joint/>`,
        ).map((j) =>
          world(
            `<body pos="1 2 3" euler="10 20 30">${j}<geom type="${type}" size=".1 .2 .3" pos=".1 0 .2" euler="30 40 50" ${a}/><geom size=".05"/><site pos="1 0 0"/><camera/></body>`,
          ),
        ),
    ),
  );
rows['CLAR-03,07,08,10,11,12,13: contacts'] = [
  ...list(`cone="elliptic" | cone="elliptic" impratio="10" | noslip_iterations="3" | solver="PGS" | solver="CG"
  | solver="PGS" cone="elliptic" noslip_iterations="2" iterations="1000" tolerance="1e-15" | integrator="implicitfast" | integrator="RK4"`).flatMap(
    (o) =>
      list(
        `solimp=".99 .999" | solref=".005 1" | solref="-1000 -50" | condim="1" | condim="4" | condim="6"`,
      ).map(
        (g) =>
          `<mujoco><option ${o}/><worldbody>${plane}<body pos="0 0 .07" euler="0 5 0"><freejoint/><geom type="box" size=".1 .1 .1" ${g}/></body></worldbody></mujoco>`,
      ),
  ),
  world(
    `${plane}<body pos="0 0 .1"><geom size=".1"/><body pos=".15 0 0"><joint/><geom size=".1"/></body></body>`,
  ),
  world(
    `${plane}<body pos="0 0 .1"><joint/><geom size=".1"/><body pos=".15 0 0"><joint/><geom size=".1"/></body></body>`,
  ),
  world(
    `${plane}<body pos="0 0 .1"><joint/><geom size=".1"/><body pos=".15 0 0"><geom size=".1"/><body pos="0 0 .1"><joint/><geom size=".1"/></body></body></body>`,
  ),
  world('<geom size=".1"/><body pos=".15 0 0"><joint/><geom size=".1"/></body>').replace(
    '<mujoco>',
    '<mujoco><option><flag filterparent="disable"/></option>',
  ),
];

testRows(rows);
