// What fields mean whose headers say nothing: those of spec.h and option.h. `struct.field` first, then `field` alone. Lengths are
// metres, angles radians unless said otherwise; shapes follow from the headers.
const text = `
signature: hash of the structure, to compare
stat: figures of the model, which scale the picture
timestep: length of one step, s
mjLROpt.timestep: step of the simulation that finds the range, s
impratio: ratio of frictional to normal impedance of elliptic contacts
tolerance: the solver stops when an iteration improves less than this
ls_tolerance: tolerance of the line search
noslip_tolerance: tolerance of the noslip solver
ccd_tolerance: tolerance of convex collision, m
sleep_tolerance: speed below which a tree may fall asleep
gravity: acceleration of gravity, m/s^2, world
wind: velocity of the medium, m/s, world
magnetic: magnetic flux, for magnetometers, world
mjOption.density: density of the medium, kg/m^3
viscosity: viscosity of the medium, Pa s
o_margin: margin of all contacts when override is on, m
o_solref: solref of all contacts when override is on
o_solimp: solimp of all contacts when override is on
o_friction: friction of all contacts when override is on
integrator: how the state advances
cone: shape of the friction cone
jacobian: storage of constraint Jacobians
mjOption.solver: constraint solver
iterations: most iterations of the solver
ls_iterations: most iterations of the line search
noslip_iterations: iterations of the noslip solver
ccd_iterations: most iterations of convex collision
sdf_iterations: iterations of collision with signed distances
sdf_initpoints: starting points of collision with signed distances
disableflags: features that are off, bits of mjtDisableBit
enableflags: features that are on, bits of mjtEnableBit
disableactuator: groups of actuators that are off, one bit each
global: camera to start with and pictures
quality: quality of pictures
headlight: light at the camera
map: how quantities become sizes
scale: sizes of decorations, in mean sizes
mjVisual.rgba: colours of decorations
cameraid: camera to start with; -1: the free one
orthographic: parallel projection of the free camera
fovy: vertical field of view, degrees; of orthographic cameras the height, m
mjsCamera.fovy: vertical field of view, degrees; of orthographic cameras the height, m
ipd: distance of the eyes, m
azimuth: azimuth of the free camera, degrees
elevation: elevation of the free camera, degrees
linewidth: width of lines, pixels
glow: glow of what is selected, 0 to 1
realtime: speed to start with, simulated seconds for a second of the clock
offwidth: width of the offscreen picture, pixels
offheight: height of the offscreen picture, pixels
ellipsoidinertia: inertias are drawn as ellipsoids instead of boxes
bvactive: only active bounding volumes are drawn
shadowsize: width and height of shadow maps, pixels
offsamples: samples of each pixel of the offscreen picture
numslices: slices of round shapes
numstacks: stacks of round shapes
numquads: quads of planes
mjVisualHeadlight.ambient: ambient colour, 0 to 1
mjVisualHeadlight.diffuse: diffuse colour, 0 to 1
mjVisualHeadlight.specular: specular colour, 0 to 1
mjVisualHeadlight.active: whether the headlight is on
mjVisualMap.stiffness: force of mouse springs for a distance
stiffnessrot: torque of mouse springs for an angle
mjVisualMap.force: length of force arrows for a force, m/N
mjVisualMap.torque: length of torque arrows for a torque, m/(N m)
alpha: opacity in transparent mode, 0 to 1
fogstart: distance where fog begins, in extents
fogend: distance where fog is complete, in extents
znear: near plane, in extents
zfar: far plane, in extents
mjVisualMap.haze: width of haze at the horizon
shadowclip: half width of directional shadows, in extents
shadowscale: part of a spot light's cone that gets shadows
actuatortendon: width of actuated tendons, in widths of tendons
forcewidth: width of force arrows, in mean sizes
contactwidth: width of contact points, in mean sizes
contactheight: height of contact points, in mean sizes
jointlength: length of joint arrows, in mean sizes
jointwidth: width of joint arrows, in mean sizes
actuatorlength: length of actuators, in mean sizes
actuatorwidth: width of actuators, in mean sizes
framelength: length of frame axes, in mean sizes
framewidth: width of frame axes, in mean sizes
mjVisualScale.connect: width of lines between bodies, in mean sizes
mjVisualScale.com: size of centres of mass, in mean sizes
mjVisualScale.camera: size of cameras, in mean sizes
mjVisualScale.light: size of lights, in mean sizes
mjVisualScale.selectpoint: size of the selected point, in mean sizes
mjVisualScale.constraint: width of equality constraints, in mean sizes
mjVisualScale.slidercrank: width of slider cranks, in mean sizes
mjVisualScale.frustum: length of frustums, in mean sizes
mjVisualRgba.fog: colour of fog
mjVisualRgba.haze: colour of haze
mjVisualRgba.force: colour of force arrows
mjVisualRgba.inertia: colour of inertias
mjVisualRgba.joint: colour of joints
mjVisualRgba.actuator: colour of actuators at rest
actuatornegative: colour of actuators at their lowest
actuatorpositive: colour of actuators at their highest
mjVisualRgba.com: colour of centres of mass
mjVisualRgba.camera: colour of cameras
mjVisualRgba.light: colour of lights
mjVisualRgba.selectpoint: colour of the selected point
mjVisualRgba.connect: colour of lines between bodies
contactpoint: colour of contact points
contactforce: colour of contact forces
contactfriction: colour of friction forces
contacttorque: colour of contact torques
contactgap: colour of contacts in the gap
rangefinder: colour of rangefinder rays
mjVisualRgba.constraint: colour of equality constraints
mjVisualRgba.slidercrank: colour of slider cranks
crankbroken: colour of cranks that cannot reach
mjVisualRgba.frustum: colour of frustums
bv: colour of bounding volumes
mjVisualRgba.bvactive: colour of active bounding volumes
meaninertia: mean diagonal inertia
meanmass: mean mass of a body, kg
meansize: mean size of a body, m; scales decorations
extent: half the size of the model, m
center: centre of the model, m, world
mjLROpt.mode: which actuators get a length range
useexisting: length ranges that are given stay
uselimit: limits of joints and tendons give the range where there are some
accel: acceleration that is aimed for
maxforce: largest force that pulls; 0: no bound
timeconst: time constant of the damping, s
inttotal: simulated time, s
mjLROpt.interval: time at the end over which the range is measured, s
tolrange: how much the range may still change
elemtype: kind of the element, mjtObj
element: what the element has in common with all others; functions take it
info: where the element comes from, for messages
userdata: numbers for the program; the engine passes them on
autolimits: a range alone makes limited true
boundmass: smallest mass of a moving body, kg
boundinertia: smallest diagonal inertia of a moving body, kg m^2
settotalmass: scales all masses so that they add up to this, kg; negative: off
balanceinertia: replaces diagonal inertias that no body can have by their mean
fitaabb: primitives are fitted to a mesh's box instead of its inertia
degree: angles are given in degrees
eulerseq: axes of euler angles in order, as letters; small ones turn with the body
discardvisual: drops geoms that neither collide nor weigh, and assets that only they use
usethread: accepted; compilation uses one thread
fusestatic: bodies without joints become part of their parents
inertiafromgeom: where inertias come from, mjtInertiaFromGeom
inertiagrouprange: first and last group of geoms that count for inertias
saveinertial: saved files always have inertial
alignfree: free bodies have their frames at the centre of mass
conflict: what attaching does when both models set an option, mjtConflict
LRopt: how length ranges of actuators are found
meshdir: folder of meshes, height fields, skins and flexes
texturedir: folder of textures
authored: which options the model's text sets
mjsAuthored.option: bits of the fields of option that were set
mjsAuthored.disableflags: bits of disableflags that were set
mjsAuthored.enableflags: bits of enableflags that were set
mjsAuthored.disableactuator: whether disableactuator was set
visual_global: bits of the fields of visual.global that were set
visual_quality: bits of the fields of visual.quality that were set
visual_headlight: bits of the fields of visual.headlight that were set
visual_map: bits of the fields of visual.map that were set
visual_scale: bits of the fields of visual.scale that were set
visual_rgba: bits of the fields of visual.rgba that were set
modelname: name of the model
compiler: options of the compiler
strippath: file names lose their folders
mjSpec.option: options of the simulation
visual: options of the picture
memory: bytes of the arena; -1: by the compiler
nemax: most rows of equalities
nuserdata: numbers of mjData.userdata
nuser_body: user numbers of each body
nuser_jnt: user numbers of each joint
nuser_geom: user numbers of each geom
nuser_site: user numbers of each site
nuser_cam: user numbers of each camera
nuser_tendon: user numbers of each tendon
nuser_actuator: user numbers of each actuator
nuser_sensor: user numbers of each sensor
nkey: number of keyframes
njmax: former bound on constraints
nconmax: former bound on contacts
nstack: former size of the stack, in numbers
comment: comment at the head of the file
modelfiledir: folder of the model's file
hasImplicitPluginElem: whether plugins are declared inside other elements
mjsOrientation.type: which of the others holds, mjtOrientation
axisangle: axis and angle
xyaxes: x axis and y axis
zaxis: z axis, turned the shortest way
euler: angles about the axes of eulerseq
mjsPlugin.name: name of the instance
plugin_name: name of the plugin
mjsPlugin.active: whether the element uses the plugin
childclass: default class for everything inside
pos: position, m, in the frame of the parent
quat: orientation as a unit quaternion (w, x, y, z), in the frame of the parent
alt: orientation in another way, instead of quat
mass: mass, kg; instead of density where that is possible
ipos: centre of mass, m, in the frame of the body
iquat: axes of the inertia as a quaternion, in the frame of the body
mjsBody.inertia: diagonal inertia, kg m^2, about the centre of mass
ialt: orientation of the inertia in another way, instead of iquat
fullinertia: inertia matrix, kg m^2: xx yy zz xy xz yz
mocap: moved by the program instead of physics
gravcomp: part of gravity that is compensated
sleep: whether the tree of the body may sleep
simple: whether the body's inertia is known to be simple
explicitinertial: whether inertial was given
plugin: plugin that the element uses
mjsJoint.type: kind, mjtJoint
axis: direction, in the frame of the body
ref: value of the joint in the pose of the file, m or rad
align: frame at the centre of mass, for free joints
mjsJoint.stiffness: stiffness of the spring, N/m or N m/rad; then its polynomial
mjsTendon.stiffness: stiffness of the spring, N/m; then its polynomial
springref: value at which the spring is at rest, m or rad
springdamper: time constant, s, and damping ratio that give stiffness and damping
limited: whether range holds, mjtLimited
mjsJoint.range: lowest and highest value, m or rad
mjsTendon.range: shortest and longest length, m
margin: distance at which the constraint begins, m or rad
solref_limit: solref of the limit
solimp_limit: solimp of the limit
actfrclimited: whether actfrcrange holds, mjtLimited
actfrcrange: smallest and largest sum of actuator forces, N or N m
armature: inertia that is added, kg or kg m^2
damping: damping, N s/m or N m s/rad; then its polynomial
mjsFlex.damping: damping of the elastic material, s
frictionloss: dry friction, N or N m
solref_friction: solref of dry friction
solimp_friction: solimp of dry friction
group: visibility group, 0 to 5
actgravcomp: gravity compensation counts as an actuator force
mjsGeom.type: kind, mjtGeom
mjsSite.type: kind, mjtGeom
fromto: both ends of the axis, m, instead of pos and quat
size: sizes by type, m: radius, half lengths
mjsHField.size: half width x, half width y, height, depth of the base, m
mjsFlex.size: half sizes of the box around the vertices at qpos0, m
mjsNumeric.size: number of values; more than data has: zeros follow
contype: bits that other geoms' conaffinity is compared with
conaffinity: bits that other geoms' contype is compared with
condim: dimension of contacts: 1, 3, 4 or 6
priority: parameters of the higher one hold in a contact
friction: sliding, torsion (m), rolling (m)
mjsPair.friction: tangents (2), torsion (m), rolling (2, m)
solmix: weight when parameters of two geoms are mixed
solref: time constant, s, and damping ratio of the constraint; negative: stiffness and damping
solreffriction: solref of friction
solimp: impedance of the constraint: dmin, dmax, width, midpoint, power
gap: distance within margin where contacts do not act, m
surfacevel: velocity of the surface: linear, m/s, and angular, rad/s, in the frame of the geom
mjsGeom.adhesion: force that holds surfaces together, N
mjsPair.adhesion: force that holds surfaces together, N
density: mass of a volume, kg/m^3
typeinertia: mass in the volume or on the surface, mjtGeomInertia
fluid_ellipsoid: interaction with the medium as an ellipsoid: 0 or 1
fluid_coefs: coefficients of the interaction with the medium
material: name of the material
rgba: colour and opacity, 0 to 1
hfieldname: name of the height field
meshname: name of the mesh
fitscale: scale of a primitive that is fitted to a mesh
mode: how it moves, mjtCamLight
targetbody: name of the body to look at
proj: kind of projection, mjtProjection
resolution: width and height of the picture, pixels
output: what pictures hold, bits of mjtCamOutBit
intrinsic: focal lengths (2) and principal point (2), m
sensor_size: width and height of the sensor, m
focal_length: focal lengths, m
focal_pixel: focal lengths, pixels
principal_length: principal point, m
principal_pixel: principal point, pixels
mjsLight.dir: direction, in the frame of the body
mjsLight.active: whether it shines
mjsLight.type: kind, mjtLightType
mjsLight.texture: texture of an image light
castshadow: whether it throws shadows
bulbradius: radius of the bulb, m; softens shadows
intensity: luminous intensity, candela
mjsLight.range: distance that the light reaches, m
attenuation: constant, linear and quadratic loss with distance
mjsLight.cutoff: half angle of a spot light, degrees
softness: softness of a spot light's edge, 0 to 1
exponent: how a spot light fades to its edge
ambient: ambient colour, 0 to 1
diffuse: diffuse colour, 0 to 1
specular: specular colour, 0 to 1
mjsMaterial.specular: strength of highlights, 0 to 1
mjsFlex.dim: 1 line, 2 surface, 3 solid
radius: radius around elements, m
internal: whether neighbouring elements collide
flatskin: whether solids are drawn with flat faces
selfcollide: how the flex collides with itself, mjtFlexSelf
passive: whether contacts are passive forces
activelayers: layers of elements that take part in self collision
edgestiffness: stiffness of edges, N/m
edgedamping: damping of edges, N s/m
young: Young's modulus, Pa
poisson: Poisson's ratio
thickness: thickness of a shell, m
elastic2d: what resists in a shell: 0 nothing, 1 bending, 2 stretching, 3 both
cellcount: cells of interpolation in each direction
order: order of interpolation
nodebody: names of the bodies of the nodes
vertbody: names of the bodies of the vertices
mjsFlex.node: positions of the nodes, m, three each
mjsFlex.vert: positions of the vertices, m, three each
elem: vertices of the elements, by index
texcoord: texture coordinates, two each
elemtexcoord: texture coordinates of the elements, by index
content_type: kind of file, such as model/stl
file: file to read, from the folder that compiler names
refpos: point that becomes the origin, m
refquat: orientation that becomes none, a quaternion
mjsMesh.scale: scale of coordinates
mjsMesh.inertia: how inertia comes from the triangles, mjtMeshInertia
smoothnormal: normals are averaged over edges
needsdf: whether an octree of signed distances is made
maxhullvert: most vertices of the convex hull; -1: no bound
uservert: positions of vertices, m, three each
usernormal: normals, three each
usertexcoord: texture coordinates, two each
userface: vertices of triangles, by index
userfacenormal: normals of triangles, by index
userfacetexcoord: texture coordinates of triangles, by index
octree_maxdepth: deepest level of the octree
nrow: rows of heights
ncol: columns of heights
mjsHField.userdata: heights by rows, 0 to 1
inflate: thickness of the skin, m
mjsSkin.vert: positions of the vertices, m, three each
face: vertices of triangles, by index
bodyname: names of the bodies of the bones
bindpos: positions of the bones in the skin's pose, m, three each
bindquat: orientations of the bones in the skin's pose, quaternions
vertid: vertices of each bone, by index
vertweight: weights of these vertices
mjsTexture.type: kind, mjtTexture
colorspace: colour space of the file, mjtColorSpace
builtin: pattern that is made, mjtBuiltin
mark: marks on the pattern, mjtMark
rgb1: first colour of the pattern, 0 to 1
rgb2: second colour of the pattern, 0 to 1
markrgb: colour of marks, 0 to 1
random: share of random dots, 0 to 1
height: height of the picture, pixels
width: width of the picture, pixels
mjsTendon.width: radius of the drawn tendon, m
nchannel: channels of each pixel
gridsize: rows and columns of a picture that holds several sides
gridlayout: which side is where: letters R L U D F B, dots for none
cubefiles: pictures of the sides: right, left, up, down, front, back
mjsTexture.data: pixels as bytes
hflip: turned left to right
vflip: turned upside down
textures: names of textures, by mjtTextureRole
texuniform: whether the texture has the same size on all objects
texrepeat: repeats of the texture in each direction
emission: light of its own, 0 to 1
shininess: sharpness of highlights, 0 to 1
reflectance: share of mirrored light, 0 to 1
metallic: how metallic, 0 to 1; negative: by default
roughness: how rough, 0 to 1; negative: by default
geomname1: name of the first geom
geomname2: name of the second geom
bodyname1: name of the first body
bodyname2: name of the second body
mjsEquality.type: kind, mjtEq
mjsEquality.data: numbers by kind: anchor, pose, polynomial, ...
mjsEquality.active: whether it holds at the start
name1: name of the first object
name2: name of the second object
objtype: kind of the object, mjtObj
mjsTuple.objtype: kinds of the objects, mjtObj
springlength: lengths at rest, m: from and to; -1: that of the first pose
mjsWrap.type: kind, mjtWrap
gaintype: gain of the force, mjtGain
gainprm: parameters of the gain
biastype: bias of the force, mjtBias
biasprm: parameters of the bias
dyntype: dynamics of the activation, mjtDyn
dynprm: parameters of the dynamics
actdim: number of activations; -1: by dyntype
ctrlspec: what controls mean: chart and inputs
velrange: range of velocities
ffrange: range of feed-forward
actearly: the force uses the activation of the next step
trntype: what it acts on, mjtTrn
gear: scale of length and force; translation and rotation for sites
target: name of the joint, tendon, site or body that it acts on
refsite: site whose frame is the reference
slidersite: site of the slider
cranklength: length of the crank, m
lengthrange: shortest and longest length, m or rad
inheritrange: control range from the range of the target, times this
ctrllimited: whether ctrlrange holds, mjtLimited
ctrlrange: smallest and largest control
forcelimited: whether forcerange holds, mjtLimited
forcerange: smallest and largest force, N or N m
actlimited: whether actrange holds, mjtLimited
actrange: smallest and largest activation
nsample: number of samples in the history
interp: interpolation between samples: 0 none, 1 linear, 2 cubic
delay: delay, s
mjsSensor.type: kind, mjtSensor
objname: name of the object that is measured
mjsTuple.objname: names of the objects
reftype: kind of the reference, mjtObj
refname: name of the reference frame's object
intprm: whole numbers by kind
datatype: kind of reading, mjtDataType
needstage: what must be computed before, mjtStage
mjsSensor.dim: number of readings
mjsSensor.cutoff: bound of the readings; 0: none
noise: standard deviation of noise; the engine adds none
mjsSensor.interval: period, s, and phase of sampling
mjsNumeric.data: the values
mjsText.data: the text
objprm: numbers that go with the objects
mjsKey.time: simulated time, s
mjsKey.qpos: positions, m and rad (nq)
mjsKey.qvel: velocities, m/s and rad/s (nv)
mjsKey.act: activations (na)
mpos: positions of mocap bodies, m, world, three each
mquat: orientations of mocap bodies, quaternions
mjsKey.ctrl: controls (nu)
mjsDefault.joint: values of joints that leave an attribute out
mjsDefault.geom: values of geoms that leave an attribute out
mjsDefault.site: values of sites that leave an attribute out
mjsDefault.camera: values of cameras that leave an attribute out
mjsDefault.light: values of lights that leave an attribute out
mjsDefault.flex: values of flexes that leave an attribute out
mjsDefault.mesh: values of meshes that leave an attribute out
mjsDefault.material: values of materials that leave an attribute out
mjsDefault.pair: values of pairs that leave an attribute out
mjsDefault.equality: values of equalities that leave an attribute out
mjsDefault.tendon: values of tendons that leave an attribute out
mjsDefault.actuator: values of actuators that leave an attribute out
`;

const table = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
);

/** What a field of a struct means, '' when nothing is known. @param {string} struct @param {string} field */
export const fieldMeaning = (struct, field) =>
  table.get(`${struct}.${field}`) ?? table.get(field) ?? '';

/** @type {Record<string, string>} */
const structs = {
  mjOption: 'Options of the simulation.',
  mjVisual: 'Options of the picture.',
  mjStatistic: 'Figures of the model that scale the picture.',
  mjLROpt: 'How length ranges of actuators are found.',
  mjSpec: 'A model as it can be edited, before it is compiled.',
};

/** What a struct is. @param {string} struct */
export function structMeaning(struct) {
  const words = struct.replace(/^mj(Visual)?[sv]?/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (structs[struct]) return structs[struct];
  if (/^mjs[A-Z]/.test(struct)) return `Element of a spec: ${words.toLowerCase()}.`;
  return struct.startsWith('mjVisual') ? `Options of the picture: ${words.toLowerCase()}.` : '';
}
